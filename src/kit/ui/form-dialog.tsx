import type { ReactNode } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Dialog } from "./dialog.tsx";

interface FormDialogProps {
  readonly title: string;
  /** the form, and what stands above it */
  readonly children: ReactNode;
  /** for many fields: side by side where there is room */
  readonly isWide?: boolean;
  readonly onClose: () => void;
}

/** A form in front of the page: its button in the dialog's foot, beside the one that closes without sending. */
export function FormDialog({ title, children, isWide = false, onClose }: FormDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog title={title} actions={null} closeText={t("ui.close")} isWide={isWide} onClose={onClose}>
      <div className="stack">{children}</div>
    </Dialog>
  );
}
