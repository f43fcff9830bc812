import type { RefObject } from "react";
import { useCallback, useEffect } from "react";
import { isReachable, isInUse } from "./focus.ts";

/**
 * Keeps the focus in an input: on mount, after a click elsewhere, when a dialog closes and when the page becomes visible. Never takes the focus from a
 * field or dialog in use, nor from a user who moves through the page with the Tab key.
 * @returns takes the focus back now, unless another element needs it
 */
export function useHeldFocus(inputRef: RefObject<HTMLInputElement | null>): () => void {
  const takeBack = useCallback(() => {
    const element = inputRef.current;
    if (element === null || !element.isConnected || element.disabled) return;
    if (document.activeElement !== element && isInUse(document.activeElement)) return;
    if (isReachable(element)) element.focus({ preventScroll: true });
  }, [inputRef]);

  useEffect(() => {
    takeBack();
    let soon: ReturnType<typeof setTimeout> | undefined;
    // After the click's own effects: it may open a dialog or move the focus.
    const later = () => {
      clearTimeout(soon);
      soon = setTimeout(takeBack, 0);
    };
    const lost = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget === null) later();
    };
    // A closing dialog restores the focus to the button that opened it: such an event has no `relatedTarget`, and Tab did not cause it.
    const given = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget === null) later();
    };
    const inSight = () => {
      if (document.visibilityState === "visible") later();
    };
    document.addEventListener("click", later);
    // The focused element was removed or disabled; a dialog closes.
    document.addEventListener("focusout", lost);
    document.addEventListener("focusin", given);
    document.addEventListener("close", later, true);
    document.addEventListener("visibilitychange", inSight);
    addEventListener("focus", later);
    return () => {
      clearTimeout(soon);
      document.removeEventListener("click", later);
      document.removeEventListener("focusout", lost);
      document.removeEventListener("focusin", given);
      document.removeEventListener("close", later, true);
      document.removeEventListener("visibilitychange", inSight);
      removeEventListener("focus", later);
    };
  }, [takeBack]);
  return takeBack;
}
