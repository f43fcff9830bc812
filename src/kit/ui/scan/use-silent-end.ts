import { useEffect, useRef } from "react";
import type { Burst } from "./wedge.rules.ts";
import { isFromScanner, pressKey, silenceMs } from "./wedge.rules.ts";

/** A key pressed in the box. */
interface Key {
  readonly key: string;
  readonly timeStamp: number;
  readonly isCommand: boolean;
}

/**
 * Ends a scan from a scanner that sends no end key: when a pause follows text typed at a scanner's speed.
 * @param isOn whether the warehouse's scanners send no end key
 * @returns handles each key pressed in the box
 */
export function useSilentEnd(isOn: boolean, submit: () => void): (key: Key) => void {
  const burst = useRef<Burst | null>(null);
  const silence = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(silence.current), []);
  return ({ key, timeStamp: at, isCommand }) => {
    clearTimeout(silence.current);
    if (!isOn) return;
    burst.current = pressKey(burst.current, { key, at, isCommand }).burst;
    if (isFromScanner(burst.current)) silence.current = setTimeout(submit, silenceMs);
  };
}
