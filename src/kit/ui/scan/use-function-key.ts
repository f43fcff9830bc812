import type { RefObject } from "react";
import { useLayoutEffect } from "react";
import { isReachable } from "./focus.ts";

/**
 * Calls `onPress` on a key such as F2, wherever the focus is, unless an open dialog covers the element in `withinRef`. Prevents the browser's own action
 * for the key.
 */
export function useFunctionKey(withinRef: RefObject<Element | null>, key: string, onPress: () => void): void {
  // A layout effect, so that the handler is the current one as soon as the button is painted.
  useLayoutEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const element = withinRef.current;
      if (event.key !== key || event.repeat || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
      if (element === null || !isReachable(element)) return;
      event.preventDefault();
      onPress();
    };
    document.addEventListener("keydown", hear);
    return () => document.removeEventListener("keydown", hear);
  }, [withinRef, key, onPress]);
}
