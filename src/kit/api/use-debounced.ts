import { useEffect, useState } from "react";

const settlesAfterMs = 300;

/** Debounces a text by 300 ms, so that not every key press calls the server. */
export function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settlesAfterMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
