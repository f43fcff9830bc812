import { useEffect, useState } from "react";

const settlesAfterMs = 300;

/** A text once it has stood still for a moment, so that not every key press asks the server. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settlesAfterMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
