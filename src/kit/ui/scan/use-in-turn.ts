import { useMemo, useRef } from "react";

/** Does things one after the other, in the order in which they were asked for: a scan means what the one before it left. */
export function useInTurn(): (work: () => Promise<void> | void) => void {
  const last = useRef(Promise.resolve());
  return useMemo(
    () => (work) => {
      const turn = last.current.then(work);
      // One that fell over does not keep the next from its turn; the page's own handler hears of it.
      last.current = turn.catch(() => undefined);
      void turn;
    },
    [],
  );
}
