import { useState } from "react";
import { useToasts } from "./toast.store.ts";

export interface RemovalProps {
  readonly title: string;
  /** what is lost by it, in a sentence */
  readonly text: string;
  readonly submit: string;
  /** shown as a toast when it is done */
  readonly done: string;
  /** removes it, and shows what goes wrong itself */
  readonly remove: () => Promise<unknown>;
  /** called after a try, whether it went well or not, so that the page loads its data again */
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** Removes something once, for both dialogs that ask before. */
export function useRemoval({ done, remove, onChanged, onClose }: RemovalProps) {
  const [isBusy, setBusy] = useState(false);
  const press = async (): Promise<void> => {
    setBusy(true);
    try {
      await remove();
      useToasts.getState().show("good", done);
    } catch {
      // A toast has shown it.
    } finally {
      onChanged();
      onClose();
    }
  };
  return { isBusy, press: () => void press() };
}
