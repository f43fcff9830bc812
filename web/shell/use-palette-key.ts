import { useEffect, useEffectEvent } from "react";

/** Ctrl+K, or Command+K, opens the palette and closes it again; no other question in front of the page is disturbed. */
export function usePaletteKey(turn: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    if (document.querySelector("dialog[open]:not(.palette)") !== null) return;
    event.preventDefault();
    turn();
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => press(event);
    addEventListener("keydown", hear);
    return () => removeEventListener("keydown", hear);
  }, []);
}
