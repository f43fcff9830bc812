import { useState } from "react";
import { useCaller } from "#src/api/caller.tsx";
import { useAttempt } from "#src/api/use-attempt.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Button } from "#src/ui/button.tsx";
import { saveBlob } from "#src/ui/save-blob.ts";
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
      const { blob, name } = await client.file(subscriptionCalls.exportData, {}, { isQuiet: true });
      saveBlob(blob, name);
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
