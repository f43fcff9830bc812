import { useDeed } from "#src/api/caller.tsx";
import { CallProblem } from "#src/api/client.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Button } from "#src/ui/button.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { useToasts } from "#src/ui/toast.store.ts";
import { setCustomersBlocked } from "./customers.contract.ts";
import type { Customer } from "./customers.contract.ts";

interface BlockDialogProps {
  readonly of: Pick<Customer, "retailer_uuid" | "name" | "is_blocked">;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** Says what blocking a retailer does, or letting it in again, and does it. */
export function BlockDialog({ of: { retailer_uuid, name, is_blocked }, onChanged, onClose }: BlockDialogProps) {
  const { t } = useTranslation();
  const deed = useDeed(setCustomersBlocked);
  const word = is_blocked ? "letIn" : "block";
  const press = async () => {
    try {
      await deed.perform({ retailer_uuids: [retailer_uuid], blocked: !is_blocked });
      useToasts.getState().show("good", t(`customers.done.${word}`, { name }));
    } catch (error) {
      // It was said as a toast.
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
