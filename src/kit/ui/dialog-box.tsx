import "./dialog.css";
import type { ReactNode } from "react";
import { useEffect, useRef, useState } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components/Modal";
import { Button } from "./button.tsx";
import { DialogFootContext } from "./dialog-foot.ts";
import { fieldSelector } from "./form/focus-field.ts";

export interface DialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** the action buttons, the primary one last; the closing button is always drawn */
  readonly actions: ReactNode;
  readonly closeText: string;
  /** for many fields: side by side where there is room */
  readonly isWide?: boolean;
  readonly onClose: () => void;
}

/**
 * A modal dialog. Escape closes it, a press outside does not. Title and buttons stay visible while the content scrolls.
 */
export function DialogBox({ title, children, actions, closeText, isWide = false, onClose }: DialogProps) {
  const body = useRef<HTMLDivElement>(null);
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const inner = body.current;
    // React Aria focuses the dialog itself, unless something in it has the focus already.
    if (inner === null || inner.contains(document.activeElement)) return;
    inner.querySelector<HTMLElement>(fieldSelector)?.focus();
  }, []);
  return (
    <ModalOverlay
      className="dialog-ground"
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Modal className={isWide ? "dialog-frame dialog-wide" : "dialog-frame"}>
        <AriaDialog className="dialog">
          <Heading slot="title" level={2} className="dialog-title">
            {title}
          </Heading>
          <div className="dialog-body" ref={body}>
            <DialogFootContext value={foot}>{children}</DialogFootContext>
          </div>
          <div className="dialog-actions">
            <Button slot={null} onPress={onClose}>
              {closeText}
            </Button>
            {actions}
            <div className="dialog-form-actions" ref={setFoot} />
          </div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
