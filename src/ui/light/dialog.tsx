import "../dialog.css";
import type { ReactNode } from "react";
import { useId, useLayoutEffect, useRef } from "react";
import { Button } from "./button.tsx";

interface DialogProps {
  title: string;
  children: ReactNode;
  /** the buttons that decide; closing without deciding is always there */
  actions: ReactNode;
  closeText: string;
  onClose: () => void;
}

/**
 * A question in front of the page: the browser's own dialog, so that Escape, focus and the page behind behave. Title and buttons stay in sight, what
 * is between them scrolls.
 */
export function Dialog({ title, children, actions, closeText, onClose }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Closed before it is taken out of the page: only then does the browser give the focus back.
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    // What scrolls would take the first focus, from the field that is filled in first.
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
