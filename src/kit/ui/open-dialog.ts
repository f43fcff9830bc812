/** Gets the open dialog, native ones included; null where none is open. */
export function getOpenDialog(): Element | null {
  return [...document.querySelectorAll("dialog[open], [role=dialog], [role=alertdialog]")].at(-1) ?? null;
}
