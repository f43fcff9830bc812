import { useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { TextKey } from "#src/kit/i18n/text-key.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Dialog } from "#src/kit/ui/dialog.tsx";
import { TextField } from "#src/kit/ui/text-field.tsx";

interface ReasonDialogProps {
  readonly title: TextKey;
  /** what the step leads to */
  readonly text: TextKey;
  readonly submit: TextKey;
  /** performs the step and reports its own failure. @throws if it failed: the dialog stays open */
  readonly send: (reason: string) => Promise<unknown>;
  readonly onClose: () => void;
}

const longest = 500;

/** Asks for a reason that others will read. */
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
      // A toast has reported it; the text stays.
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
