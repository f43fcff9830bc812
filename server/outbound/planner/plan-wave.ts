import { Worker } from "node:worker_threads";
import type { PlannerMessage, PlannerOrder, PlannerWork } from "./planner.worker.ts";
import type { WaveChoice, WavePlan, WavePlanInput, WavePoolInput } from "./wave-input.ts";

/** The most memory of a worker: a pool of 50,000 orders needs a quarter of it. */
const heapMb = 512;

/** How a wave is planned. */
export interface PlanOptions<Answer> {
  /** how long it may take from the call on; the first answer comes even if that is too short */
  readonly budgetMs: number;
  /** stops the search: what was found until then is the answer of the last `onImproved` */
  readonly signal?: AbortSignal | undefined;
  /** called with the first answer at once, then with better ones */
  readonly onImproved?: ((answer: Answer) => void) | undefined;
}

/**
 * Runs a search in a thread of its own, so that it blocks nothing.
 * @throws the signal's reason if it was aborted; Error if the worker fails, with its message
 */
async function runWorker(
  work: PlannerWork,
  budgetMs: number,
  signal: AbortSignal | undefined,
  onMessage: (message: PlannerMessage) => void,
): Promise<void> {
  signal?.throwIfAborted();
  const order: PlannerOrder = { ...work, budgetMs, calledAt: performance.timeOrigin + performance.now() };
  const worker = new Worker(new URL("planner.worker.ts", import.meta.url), {
    workerData: order,
    // A search has no use for our secrets.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  const ended = Promise.withResolvers<void>();
  const onAbort = (): void => ended.reject(signal?.reason);
  signal?.addEventListener("abort", onAbort, { once: true });
  worker.on("message", (message: PlannerMessage) => {
    if (signal?.aborted === true) return;
    try {
      onMessage(message);
      if (message.isLast) ended.resolve();
    } catch (error) {
      // It comes from the caller's own `onImproved`, and belongs to its call.
      ended.reject(error);
    }
  });
  worker.once("error", (error) =>
    ended.reject(new Error(`planner: the worker failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error })),
  );
  worker.once("exit", (code) => ended.reject(new Error(`planner: the worker ended with code ${code} before its answer`)));
  try {
    await ended.promise;
  } finally {
    signal?.removeEventListener("abort", onAbort);
    await worker.terminate();
  }
}

function isPlan(answer: WavePlan | WaveChoice | null): answer is WavePlan {
  return answer !== null && "tours" in answer;
}

function isChoice(answer: WavePlan | WaveChoice | null): answer is WaveChoice {
  return answer !== null && "pieces_per_aisle" in answer;
}

/**
 * Groups the orders of a wave into tours of little walking, within what a cart carries, and explains the figures.
 * @throws the signal's reason if it was aborted; Error if the worker fails, as for an order picked from an unknown location
 */
export async function planWave(input: WavePlanInput, { budgetMs, signal, onImproved }: PlanOptions<WavePlan>): Promise<WavePlan> {
  let last: WavePlan | null = null;
  await runWorker({ kind: "plan", input }, budgetMs, signal, ({ isLast, answer }) => {
    if (!isPlan(answer)) return;
    last = answer;
    if (!isLast) onImproved?.(answer);
  });
  if (last === null) throw new Error("planner: the worker gave no plan");
  return last;
}

/**
 * Chooses the orders of the next wave from a pool, with the most pieces per aisle.
 * @returns null if no wave of enough pieces was found
 * @throws as `planWave`
 */
export async function chooseNextWave(
  input: WavePoolInput,
  { budgetMs, signal, onImproved }: PlanOptions<WaveChoice>,
): Promise<WaveChoice | null> {
  let last: WaveChoice | null = null;
  await runWorker({ kind: "choose", input }, budgetMs, signal, ({ isLast, answer }) => {
    if (!isChoice(answer)) return;
    last = answer;
    if (!isLast) onImproved?.(answer);
  });
  return last;
}
