import "../toast.css";
import { Button } from "./button.tsx";
import { useToasts } from "../toast.store.ts";

/** The region where toasts appear, one a page. It is always in the page, so that a screen reader watches it. */
export function Toasts({ closeText }: { closeText: string }) {
  const { toasts, dismiss } = useToasts();
  return (
    <div className="toasts" role="status" aria-live="polite">
      {toasts.map((toast) => (
        <div key={toast.id} className={`toast toast-${toast.tone}`}>
          <span>{toast.text}</span>
          <Button tone="plain" onClick={() => dismiss(toast.id)}>
            {closeText}
          </Button>
        </div>
      ))}
    </div>
  );
}
