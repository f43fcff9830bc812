import { useDeed } from "#src/api/caller.tsx";
import { CallProblem } from "#src/api/client.ts";
import { useReloadOf } from "#src/api/use-reload.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { monthText } from "#src/lib/wording.ts";
import { Button } from "#src/ui/button.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { useToasts } from "#src/ui/toast.store.ts";
import { issueStatements } from "./statements.contract.ts";

interface IssueDialogProps {
  readonly retailerUuid: string;
  readonly month: string;
  readonly onClose: () => void;
}

/** What an issued statement changes the look of. */
const slices = ["statements.", "wallet."];

/** Says what issuing a statement does, and issues it. */
export function IssueDialog({ retailerUuid, month, onClose }: IssueDialogProps) {
  const { t, locale } = useTranslation();
  const reload = useReloadOf(slices);
  const deed = useDeed(issueStatements);
  const words = { month: monthText(month, locale) };
  const press = async () => {
    try {
      const { issued, existing } = await deed.perform({ month, retailer_uuids: [retailerUuid] });
      const done = issued > 0 ? "issued" : existing > 0 ? "existing" : "nothing";
      useToasts.getState().show(done === "issued" ? "good" : "normal", t(`statements.done.${done}`, words));
    } catch (error) {
      // It was said as a toast.
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
