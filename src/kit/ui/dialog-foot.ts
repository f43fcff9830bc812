import { createContext } from "react";

/** Where a form in a dialog puts its button: the dialog's foot, which stays visible while the form scrolls. Null outside of a dialog. */
export const DialogFootContext = createContext<HTMLElement | null>(null);
