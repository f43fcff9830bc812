import type { RefObject } from "react";
import { useEffect, useRef } from "react";
import { isInForce, isInUse } from "./focus.ts";
import type { Burst } from "./wedge.rules.ts";
import { isScanners, pressKey, silenceMs } from "./wedge.rules.ts";

/**
 * Receives scans from a keyboard scanner while the focus is on something that takes no text, such as a button, a list or the page.
 * @param endsSilently whether its scans end without an end key
 */
export function useWedge(inputRef: RefObject<HTMLInputElement | null>, onCode: (code: string) => void, endsSilently = false): void {
  const told = useRef(onCode);
  useEffect(() => {
    told.current = onCode;
  }, [onCode]);
  useEffect(() => {
    let burst: Burst | null = null;
    let silence: ReturnType<typeof setTimeout> | undefined;
    const end = () => {
      if (isScanners(burst)) told.current(burst.text);
      burst = null;
    };
    const hear = (event: KeyboardEvent) => {
      clearTimeout(silence);
      const element = inputRef.current;
      if (event.isComposing || element === null || !isInForce(element) || isInUse(document.activeElement)) {
        burst = null;
        return;
      }
      const isCommand = event.ctrlKey || event.altKey || event.metaKey;
      const next = pressKey(burst, { key: event.key, at: event.timeStamp, isCommand });
      // A scan must neither press the button that has the focus nor scroll the page.
      if (next.code !== null || (next.burst !== null && next.burst.text.length > 1)) {
        event.preventDefault();
        event.stopPropagation();
      }
      burst = next.burst;
      if (next.code !== null) told.current(next.code);
      else if (endsSilently && isScanners(burst)) silence = setTimeout(end, silenceMs);
    };
    document.addEventListener("keydown", hear, true);
    return () => {
      clearTimeout(silence);
      document.removeEventListener("keydown", hear, true);
    };
  }, [inputRef, endsSilently]);
}
