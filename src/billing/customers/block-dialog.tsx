import { useCallMutation } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Dialog } from "#src/kit/ui/dialog.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { setCustomersBlocked } from "./customers.contract.ts";
import type { Customer } from "./customers.contract.ts";

interface BlockDialogProps {
  readonly of: Pick<Customer, "retailer_uuid" | "name" | "is_blocked">;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** Explains what blocking or unblocking a retailer does, and does it. */
export function BlockDialog({ of: { retailer_uuid, name, is_blocked }, onChanged, onClose }: BlockDialogProps) {
  const { t } = useTranslation();
  const deed = useCallMutation(setCustomersBlocked);
  const word = is_blocked ? "letIn" : "block";
  const press = async () => {
    try {
      await deed.perform({ retailer_uuids: [retailer_uuid], blocked: !is_blocked });
      useToasts.getState().show("good", t(`customers.done.${word}`, { name }));
    } catch (error) {
      // Already shown as a toast.
      if (!(error instanceof CallProblem)) throw error;
    } finally {
      onChanged();
      onClose();
    }
  };
  return (
    <Dialog
      title={t(`customers.ask.${word}`, { name })}
      closeText={t("customers.notNow")}
      onClose={onClose}
      actions={
        <Button tone={is_blocked ? "primary" : "danger"} isDisabled={deed.isPending} onClick={() => void press()}>
          {t(`customers.action.${word}`)}
        </Button>
      }
    >
      <p>{t(`customers.effect.${word}`)}</p>
    </Dialog>
  );
}
