import { useEffect, useEffectEvent } from "react";

/** Handles key presses of the whole page, wherever the focus is. */
export function useKeyDown(press: (event: KeyboardEvent) => void): void {
  const hear = useEffectEvent(press);
  useEffect(() => {
    const listener = (event: KeyboardEvent) => hear(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}
