import { useCallMutation } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import { useCallReload } from "#src/kit/api/use-call-reload.ts";
import { statementReads } from "#src/billing/wallet/money-reads.contract.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatMonth } from "#src/kit/lib/formats.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Dialog } from "#src/kit/ui/dialog.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { issueStatements } from "./statements.contract.ts";

interface IssueDialogProps {
  readonly retailerUuid: string;
  readonly month: string;
  readonly onClose: () => void;
}

/** Explains what issuing a statement does, and issues it. */
export function IssueDialog({ retailerUuid, month, onClose }: IssueDialogProps) {
  const { t, locale } = useTranslation();
  const reload = useCallReload(statementReads);
  const deed = useCallMutation(issueStatements);
  const words = { month: formatMonth(month, locale) };
  const press = async () => {
    try {
      const { issued, existing } = await deed.perform({ month, retailer_uuids: [retailerUuid] });
      const done = issued > 0 ? "issued" : existing > 0 ? "existing" : "nothing";
      useToasts.getState().show(done === "issued" ? "good" : "normal", t(`statements.done.${done}`, words));
    } catch (error) {
      // Already shown as a toast.
      if (!(error instanceof CallProblem)) throw error;
    } finally {
      reload();
      onClose();
    }
  };
  return (
    <Dialog
      title={t("statements.ask.title", words)}
      closeText={t("statements.action.notNow")}
      onClose={onClose}
      actions={
        <Button tone="primary" isDisabled={deed.isPending} onClick={() => void press()}>
          {t("statements.action.issue")}
        </Button>
      }
    >
      <p>{t("statements.ask.text")}</p>
    </Dialog>
  );
}
