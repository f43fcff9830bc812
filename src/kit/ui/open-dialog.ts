/** Gets the open dialog, native ones included; null where none is open. A toast has the role of an alert dialog, and is none: it covers nothing. */
export function getOpenDialog(): Element | null {
  return [...document.querySelectorAll("dialog[open], [role=dialog], [role=alertdialog]:not([aria-modal=false])")].at(-1) ?? null;
}
