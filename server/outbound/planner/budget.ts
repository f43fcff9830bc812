/** How much a search may do: it asks how far it has come, and stops at 1. */
export interface Budget {
  /** Returns the part of the budget that is used, 0 to 1. */
  readProgress(): number;
}

/**
 * Limits a search by time.
 * @param now the current time in milliseconds; the only thing in the planner that is not reproducible
 * @param start when the time begins to count
 */
export function createTimeBudget(milliseconds: number, now: () => number, start = now()): Budget {
  return { readProgress: () => (milliseconds <= 0 ? 1 : Math.min(1, (now() - start) / milliseconds)) };
}

/** Limits a search by the number of its questions, each after `stepsPerQuestion` steps: the same seed then gives the same answer. */
export function createStepBudget(questions: number): Budget {
  let asked = 0;
  return {
    readProgress: () => {
      const progress = questions <= 0 ? 1 : Math.min(1, asked / questions);
      asked += 1;
      return progress;
    },
  };
}
