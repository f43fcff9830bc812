import { useEffect, useRef } from "react";

/** Runs work once, when the screen appears. */
export function useOnce(work: () => Promise<void>): void {
  const first = useRef(work);
  useEffect(() => void first.current(), []);
}
