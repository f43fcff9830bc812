import type { Translate } from "#src/i18n/shown.store.ts";
import { Button } from "#src/ui/button.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import type { ActionsState } from "./use-actions.ts";

interface ConfirmProps {
  readonly question: NonNullable<ActionsState["question"]>;
  readonly t: Translate;
  readonly onAnswer: (isYes: boolean) => void;
}

/** Asks before an action is done, with the number of rows. */
export function ConfirmAction({ question: { action, rows }, t, onAnswer }: ConfirmProps) {
  return (
    <Dialog
      title={t(action.label)}
      closeText={t("list.action.keep")}
      onClose={() => onAnswer(false)}
      actions={
        <Button tone={action.isDangerous === true ? "danger" : "primary"} onPress={() => onAnswer(true)}>
          {t(action.label)}
        </Button>
      }
    >
      {action.confirm !== undefined && <p>{t(action.confirm, { count: rows.length })}</p>}
    </Dialog>
  );
}
