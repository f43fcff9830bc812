import { useRef, useState } from "react";
import { CallProblem } from "./client.ts";

/** A deed that a screen tries, and says itself what became of it. */
export interface Attempt {
  /** Tries it, unless a try is under way: a double click is one. What a call refuses is kept in `problem`. */
  run(work: () => Promise<void>): Promise<void>;
  readonly isBusy: boolean;
  /** why the last try failed; null while there is nothing to say */
  readonly problem: CallProblem | null;
  /** forgets what went wrong: somebody goes on writing */
  clear(): void;
}

/** One try at a time, with what went wrong in the last one. Its calls are made quietly, so that nothing is said twice. */
export function useAttempt(): Attempt {
  const [problem, setProblem] = useState<CallProblem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);
  return {
    isBusy,
    problem,
    clear: () => setProblem(null),
    async run(work) {
      if (isRunning.current) return;
      isRunning.current = true;
      setBusy(true);
      setProblem(null);
      try {
        await work();
      } catch (error) {
        if (!(error instanceof CallProblem)) throw error;
        setProblem(error);
      } finally {
        isRunning.current = false;
        setBusy(false);
      }
    },
  };
}
