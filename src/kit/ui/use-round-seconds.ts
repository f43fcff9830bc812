import { useEffect, useState } from "react";

/**
 * How many seconds are left; 0 when the time is over.
 * @param rounds begins anew when it grows
 * @param whole seconds of a round
 */
export function useRoundSeconds(rounds: number, whole: number): number {
  const [left, setLeft] = useState({ rounds, seconds: whole });
  if (left.rounds !== rounds) setLeft({ rounds, seconds: whole });
  const isOver = left.seconds === 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setLeft((now) => ({ ...now, seconds: Math.max(0, now.seconds - 1) })), 1000);
    return () => clearInterval(timer);
  }, [isOver]);
  return left.seconds;
}
