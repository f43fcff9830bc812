import { getOpenDialog } from "../open-dialog.ts";

/** Inputs that take no text: the scan box may have the focus back from them. */
const textless = new Set(["button", "checkbox", "radio", "submit", "reset", "file", "image", "color", "range"]);

/** Whether somebody may be typing or choosing there: the focus is theirs. */
export function isInUse(element: Element | null): boolean {
  if (!(element instanceof HTMLElement)) return false;
  if (element instanceof HTMLInputElement) return !textless.has(element.type);
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) return true;
  return element.isContentEditable || element.closest("[role=listbox], [role=menu], [role=grid]") !== null;
}

/** Whether the element lies in what can be used now: in the dialog that was opened last, or on a page without one. */
export function isInForce(element: Element): boolean {
  const dialog = getOpenDialog();
  return dialog === null || dialog.contains(element);
}
