import type { RefObject } from "react";
import { useEffect, useRef } from "react";
import { isReachable, isInUse } from "./focus.ts";
import type { Burst } from "./wedge.rules.ts";
import { isFromScanner, pressKey, silenceMs } from "./wedge.rules.ts";

/**
 * Receives scans from a keyboard scanner while the focus is on something that takes no text, such as a button, a list or the page.
 * @param endsSilently whether its scans end without an end key
 */
export function useWedge(inputRef: RefObject<HTMLInputElement | null>, onCode: (code: string) => void, endsSilently = false): void {
  const latestOnCode = useRef(onCode);
  useEffect(() => {
    latestOnCode.current = onCode;
  }, [onCode]);
  useEffect(() => {
    let burst: Burst | null = null;
    let silence: ReturnType<typeof setTimeout> | undefined;
    const end = () => {
      if (isFromScanner(burst)) latestOnCode.current(burst.text);
      burst = null;
    };
    const handleKey = (event: KeyboardEvent) => {
      clearTimeout(silence);
      const element = inputRef.current;
      if (event.isComposing || element === null || !isReachable(element) || isInUse(document.activeElement)) {
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
      if (next.code !== null) latestOnCode.current(next.code);
      else if (endsSilently && isFromScanner(burst)) silence = setTimeout(end, silenceMs);
    };
    document.addEventListener("keydown", handleKey, true);
    return () => {
      clearTimeout(silence);
      document.removeEventListener("keydown", handleKey, true);
    };
  }, [inputRef, endsSilently]);
}
