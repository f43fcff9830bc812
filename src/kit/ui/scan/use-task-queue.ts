import { useMemo, useRef } from "react";

/** Runs tasks one after the other, in the order of the calls, because the meaning of a scan depends on the one before it. */
export function useTaskQueue(): (work: () => Promise<void> | void) => void {
  const last = useRef(Promise.resolve());
  return useMemo(
    () => (work) => {
      const turn = last.current.then(work);
      // A failed task does not stop the next one; its rejection stays unhandled, so that the page's own handler reports it.
      last.current = turn.catch(() => undefined);
      void turn;
    },
    [],
  );
}
