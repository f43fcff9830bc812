import { getOpenDialog } from "../open-dialog.ts";

/** Input types without text: the scan box may take the focus back from them. */
const textless = new Set(["button", "checkbox", "radio", "submit", "reset", "file", "image", "color", "range"]);

/** Whether the user may be typing or choosing in the element, so that the focus must not be taken from it. */
export function isInUse(element: Element | null): boolean {
  if (!(element instanceof HTMLElement)) return false;
  if (element instanceof HTMLInputElement) return !textless.has(element.type);
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) return true;
  return element.isContentEditable || element.closest("[role=listbox], [role=menu], [role=grid]") !== null;
}

/** Whether the element is not blocked by a dialog: no dialog is open, or the element is in the topmost one. */
export function isReachable(element: Element): boolean {
  const dialog = getOpenDialog();
  return dialog === null || dialog.contains(element);
}
