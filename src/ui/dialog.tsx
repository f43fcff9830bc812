import "./dialog.css";
import type { ReactNode } from "react";
import { useEffect, useId, useRef } from "react";
import { Button } from "./button.tsx";

interface DialogProps {
  title: string;
  children: ReactNode;
  /** the buttons that decide; closing without deciding is always there */
  actions: ReactNode;
  closeText: string;
  onClose: () => void;
}

/** A question in front of the page: the browser's own dialog, so that Escape, focus and the page behind behave. */
export function Dialog({ title, children, actions, closeText, onClose }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog className="dialog" ref={element} aria-labelledby={titleId} onCancel={onClose}>
      <div className="dialog-body">
        <h2 id={titleId}>{title}</h2>
        {children}
        <div className="dialog-actions">
          <Button onClick={onClose}>{closeText}</Button>
          {actions}
        </div>
      </div>
    </dialog>
  );
}
