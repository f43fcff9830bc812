import { useState } from "react";
import { useTranslation } from "#src/i18n/shown.store.ts";
import type { TextKey } from "#src/i18n/text-key.ts";
import { Button } from "#src/ui/button.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { TextField } from "#src/ui/text-field.tsx";

interface ReasonDialogProps {
  readonly title: TextKey;
  /** what comes of it */
  readonly text: TextKey;
  readonly submit: TextKey;
  /** does it; what goes wrong it says itself. @throws where it was not done: the dialog stays */
  readonly send: (reason: string) => Promise<unknown>;
  readonly onClose: () => void;
}

const longest = 500;

/** Asks for the reason of something that others will read. */
export function ReasonDialog({ title, text, submit, send, onClose }: ReasonDialogProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const press = async () => {
    if (reason.trim() === "") {
      setMissing(true);
      return;
    }
    setBusy(true);
    try {
      await send(reason.trim());
      onClose();
    } catch {
      // It was said as a toast; what was written stays.
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t(title)}
      closeText={t("ui.close")}
      onClose={onClose}
      actions={
        <Button tone="primary" isDisabled={isBusy} onClick={() => void press()}>
          {t(submit)}
        </Button>
      }
    >
      <p>{t(text)}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void press();
        }}
      >
        <TextField
          label={t("receipts.reason")}
          value={reason}
          maxLength={longest}
          autoFocus
          onText={setReason}
          {...(isMissing && reason.trim() === "" ? { error: t("receipts.reasonMissing") } : {})}
        />
      </form>
    </Dialog>
  );
}
