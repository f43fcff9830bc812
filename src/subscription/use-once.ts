import { useEffect, useRef } from "react";

/** Does something once, when the screen comes into sight. */
export function useOnce(work: () => Promise<void>): void {
  const first = useRef(work);
  useEffect(() => void first.current(), []);
}
