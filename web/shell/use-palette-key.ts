import { useEffect, useEffectEvent } from "react";
import { getOpenDialog } from "#src/ui/open-dialog.ts";

/** Ctrl+K, or Command+K, opens the palette and closes it again; no other question in front of the page is disturbed. */
export function usePaletteKey(turn: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    const dialog = getOpenDialog();
    if (dialog !== null && !dialog.matches(".palette")) return;
    event.preventDefault();
    turn();
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => press(event);
    addEventListener("keydown", hear);
    return () => removeEventListener("keydown", hear);
  }, []);
}
