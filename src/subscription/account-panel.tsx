import { useState } from "react";
import { useCaller } from "#src/api/caller.tsx";
import { useAttempt } from "#src/api/use-attempt.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Button } from "#src/ui/light/button.tsx";
import { downloadFile } from "#src/ui/download-file.ts";
import { CallFailed } from "./call-failed.screen.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { subscriptionCalls } from "./subscription.calls.ts";

interface AccountPanelProps {
  readonly email: string;
  readonly onDeleted: () => void;
  readonly signOut?: () => void;
}

/** The account as a whole: its data as a file, the way out, and the end of it. */
export function AccountPanel({ email, onDeleted, signOut }: AccountPanelProps) {
  const { t } = useTranslation();
  const { client } = useCaller();
  const { run, isBusy, problem } = useAttempt();
  const [isAsking, setAsking] = useState(false);
  const download = () =>
    run(async () => {
      const failed = await downloadFile(client, subscriptionCalls.exportData, {});
      // Somebody who asks for their own data has to know that it did not come: it is said here, in place.
      if (failed !== null) throw failed;
    });
  return (
    <section className="panel stack" aria-labelledby="sub-account">
      <h2 id="sub-account">{t("subscription.account.title")}</h2>
      {problem !== null && <CallFailed problem={problem} />}
      <div className="sub-deed">
        <p className="quiet">{t("subscription.account.exportHint")}</p>
        <Button disabled={isBusy} onClick={() => void download()}>
          {isBusy ? t("subscription.account.exporting") : t("subscription.account.export")}
        </Button>
      </div>
      <div className="sub-deed">
        <p className="quiet">{t("subscription.account.deleteHint")}</p>
        <Button tone="danger" onClick={() => setAsking(true)}>
          {t("subscription.account.delete")}
        </Button>
      </div>
      {signOut !== undefined && (
        <div className="row">
          <Button onClick={signOut}>{t("subscription.account.signOut")}</Button>
        </div>
      )}
      {isAsking && <DeleteDialog email={email} onDeleted={onDeleted} onClose={() => setAsking(false)} />}
    </section>
  );
}
