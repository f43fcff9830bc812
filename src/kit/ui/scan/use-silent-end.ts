import { useEffect, useRef } from "react";
import type { Burst } from "./wedge.rules.ts";
import { isScanners, pressKey, silenceMs } from "./wedge.rules.ts";

/** A key that went down in the box. */
interface Key {
  readonly key: string;
  readonly timeStamp: number;
  readonly isCommand: boolean;
}

/**
 * Ends a scan that no key ends: when what was typed as fast as a scanner types is followed by silence.
 * @param isOn whether the warehouse's scanners are such
 * @returns what each key that goes down in the box is told to
 */
export function useSilentEnd(isOn: boolean, submit: () => void): (key: Key) => void {
  const burst = useRef<Burst | null>(null);
  const silence = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(silence.current), []);
  return ({ key, timeStamp: at, isCommand }) => {
    clearTimeout(silence.current);
    if (!isOn) return;
    burst.current = pressKey(burst.current, { key, at, isCommand }).burst;
    if (isScanners(burst.current)) silence.current = setTimeout(submit, silenceMs);
  };
}
