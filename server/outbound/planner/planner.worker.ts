import { parentPort, workerData } from "node:worker_threads";
import { createTimeBudget } from "./budget.ts";
import { chooseWaveOrders } from "./choose-wave-orders.ts";
import { createWavePlan } from "./create-wave-plan.ts";
import type { WaveChoice, WavePlan, WavePlanInput, WavePoolInput } from "./wave-input.ts";

/** What a worker does. */
export type PlannerWork =
  | { readonly kind: "plan"; readonly input: WavePlanInput }
  | { readonly kind: "choose"; readonly input: WavePoolInput };

/** How long a worker may search, from the call on: its own start counts, up to three quarters. */
interface PlannerTime {
  /** milliseconds since 1970 by the clock that only goes forward: threads count from different origins */
  readonly calledAt: number;
  readonly budgetMs: number;
}

/** What a worker is started with. */
export type PlannerOrder = PlannerTime & PlannerWork;

/** What a worker tells: better answers, and at last the final one. */
export interface PlannerMessage {
  readonly isLast: boolean;
  readonly answer: WavePlan | WaveChoice | null;
}

/** The part of its time that a search has, however long its start took. */
const leastShare = 0.25;

function main(order: PlannerOrder): void {
  const post = (message: PlannerMessage): void => parentPort?.postMessage(message);
  const now = (): number => performance.timeOrigin + performance.now();
  // On a busy machine the start may take all of the time: the search has a quarter of it in any case.
  const start = Math.max(order.calledAt, now() - order.budgetMs * (1 - leastShare));
  const budget = createTimeBudget(order.budgetMs, now, start);
  const onImproved = (answer: WavePlan | WaveChoice): void => post({ isLast: false, answer });
  const answer =
    order.kind === "plan" ? createWavePlan(order.input, budget, onImproved) : chooseWaveOrders(order.input, budget, onImproved);
  post({ isLast: true, answer });
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only plan-wave.ts starts this worker, with this type
main(workerData as PlannerOrder);
