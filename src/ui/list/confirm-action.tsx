import { Button } from "#src/ui/button.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { useList } from "./list-context.ts";

/** Asks before an action is done, with the number of rows. */
export function ConfirmAction() {
  const { t, actions } = useList();
  if (actions.question === null) return null;
  const { action, rows } = actions.question;
  return (
    <Dialog
      title={t(action.label)}
      closeText={t("list.action.keep")}
      onClose={() => actions.answer(false)}
      actions={
        <Button tone={action.isDangerous === true ? "danger" : "primary"} onPress={() => actions.answer(true)}>
          {t(action.label)}
        </Button>
      }
    >
      {action.confirm !== undefined && <p>{t(action.confirm, { count: rows.length })}</p>}
    </Dialog>
  );
}
