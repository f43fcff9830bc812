import "../dialog.css";
import type { ReactNode } from "react";
import { useId, useLayoutEffect, useRef } from "react";
import { Button } from "./button.tsx";

interface DialogProps {
  title: string;
  children: ReactNode;
  /** the action buttons; the closing button is always drawn */
  actions: ReactNode;
  closeText: string;
  onClose: () => void;
}

/**
 * A modal dialog: the browser's own, which handles Escape, focus and the page behind. Title and buttons stay visible while the content scrolls.
 */
export function Dialog({ title, children, actions, closeText, onClose }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Closed before it is removed from the page: only then does the browser restore the focus.
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    // The scrolling element would take the initial focus from the first field.
    const body = dialog?.querySelector<HTMLElement>(".dialog-body");
    if (body !== null && body === document.activeElement) body?.querySelector<HTMLElement>("input, select, textarea, button")?.focus();
    return () => dialog?.close();
  }, []);
  return (
    <dialog className="dialog" ref={element} aria-labelledby={titleId} onCancel={onClose}>
      <h2 className="dialog-title" id={titleId}>
        {title}
      </h2>
      <div className="dialog-body">{children}</div>
      <div className="dialog-actions">
        <Button onClick={onClose}>{closeText}</Button>
        {actions}
      </div>
    </dialog>
  );
}
