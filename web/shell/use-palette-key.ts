import { getOpenDialog } from "#src/ui/open-dialog.ts";
import { useKeyDown } from "#src/ui/use-key-down.ts";

/** Ctrl+K, or Command+K, opens the palette and closes it again; no other question in front of the page is disturbed. */
export function usePaletteKey(turn: () => void): void {
  useKeyDown((event) => {
    if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    const dialog = getOpenDialog();
    if (dialog !== null && !dialog.matches(".palette")) return;
    event.preventDefault();
    turn();
  });
}
