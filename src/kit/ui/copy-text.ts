import { getOpenDialog } from "./open-dialog.ts";

/** Copies as pages did before they had a clipboard: plain http from another machine has none today. */
function copyBySelection(text: string): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.className = "visually-hidden";
  const focused = document.activeElement;
  // What lies outside of an open dialog cannot be selected.
  (getOpenDialog() ?? document.body).append(area);
  area.select();
  try {
    return document.execCommand("copy");
  } finally {
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}

/** Copies a text to the clipboard; false where the browser would not. */
export async function copyText(text: string): Promise<boolean> {
  try {
    // The DOM's types promise it; browsers have it in a secure context alone.
    const clipboard = navigator.clipboard as Clipboard | undefined;
    if (clipboard === undefined) return copyBySelection(text);
    await clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
