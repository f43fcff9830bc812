import type { RefObject } from "react";
import { useLayoutEffect } from "react";
import { isInForce } from "./focus.ts";

/**
 * Does something on a key such as F2, wherever the focus is; not while a dialog that `withinRef` does not lie in is open. The browser's own use of
 * the key is passed by.
 */
export function useFunctionKey(withinRef: RefObject<Element | null>, key: string, onPress: () => void): void {
  // Before the screen is painted: a key that is pressed as soon as its button is in sight is heard by what is drawn, not by what was.
  useLayoutEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const element = withinRef.current;
      if (event.key !== key || event.repeat || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
      if (element === null || !isInForce(element)) return;
      event.preventDefault();
      onPress();
    };
    document.addEventListener("keydown", hear);
    return () => document.removeEventListener("keydown", hear);
  }, [withinRef, key, onPress]);
}
