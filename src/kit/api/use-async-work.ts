import { useRef, useState } from "react";
import { CallProblem } from "./client.ts";

/** An operation whose failure the screen shows itself. */
export interface AsyncWork {
  /** Runs it unless it is already running (a double click runs once). A refusal is stored in `problem`. */
  run(work: () => Promise<void>): Promise<void>;
  readonly isBusy: boolean;
  /** why the last attempt failed; null if it did not */
  readonly problem: CallProblem | null;
  /** clears the problem, when the input changes */
  clear(): void;
}

/** Runs one attempt at a time and stores its problem. Its calls raise no toast, because the screen shows the problem. */
export function useAsyncWork(): AsyncWork {
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
