import { getOpenDialog } from "#src/kit/ui/open-dialog.ts";
import { useKeyDown } from "#src/kit/ui/use-key-down.ts";

/** Ctrl+K or Command+K toggles the palette, except while another dialog is open. */
export function usePaletteKey(turn: () => void): void {
  useKeyDown((event) => {
    if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    const dialog = getOpenDialog();
    if (dialog !== null && !dialog.matches(".palette")) return;
    event.preventDefault();
    turn();
  });
}
