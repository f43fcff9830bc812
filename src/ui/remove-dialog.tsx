import { useState } from "react";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { useToasts } from "./toast.store.ts";

interface RemoveDialogProps {
  readonly title: string;
  /** what is lost by it, in a sentence */
  readonly text: string;
  readonly submit: string;
  /** said when it is done */
  readonly done: string;
  /** removes it; what goes wrong it says itself */
  readonly remove: () => Promise<unknown>;
  /** after a try, whether it went well or not: what is shown is asked for again */
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** Asks before something is removed, and removes it once. */
export function RemoveDialog({ title, text, submit, done, remove, onChanged, onClose }: RemoveDialogProps) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    try {
      await remove();
      useToasts.getState().show("good", done);
    } catch {
      // It was said as a toast.
    } finally {
      onChanged();
      onClose();
    }
  };
  return (
    <Dialog
      title={title}
      closeText={t("ui.cancel")}
      onClose={onClose}
      actions={
        <Button tone="danger" isPending={isBusy} onPress={() => void press()}>
          {submit}
        </Button>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}
