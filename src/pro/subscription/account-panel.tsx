import { useState } from "react";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { useAsyncWork } from "#src/kit/api/use-async-work.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/light/button.tsx";
import { downloadFile } from "#src/kit/ui/download-file.ts";
import { CallFailed } from "./call-failed.screen.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { subscriptionCalls } from "./subscription.calls.ts";

interface AccountPanelProps {
  readonly email: string;
  readonly onDeleted: () => void;
  readonly signOut?: () => void;
}

/** The account: its data as a file, sign-out, and deletion. */
export function AccountPanel({ email, onDeleted, signOut }: AccountPanelProps) {
  const { t } = useTranslation();
  const { client } = useCaller();
  const { run, isBusy, problem } = useAsyncWork();
  const [isAsking, setAsking] = useState(false);
  const download = () =>
    run(async () => {
      const failed = await downloadFile(client, subscriptionCalls.exportData, {});
      // Shown in place rather than as a toast: users must know that their data export failed.
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
