import "./form-dialog.css";
import type { ReactNode } from "react";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Dialog } from "./dialog.tsx";

interface FormDialogProps {
  readonly title: string;
  /** the form, and what stands above it */
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** A form in front of the page: its button, and beside it the one that closes without sending. */
export function FormDialog({ title, children, onClose }: FormDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog title={title} actions={null} closeText={t("ui.close")} onClose={onClose}>
      <div className="form-dialog stack">{children}</div>
    </Dialog>
  );
}
