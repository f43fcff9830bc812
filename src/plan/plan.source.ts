import { readTestHook } from "#src/lib/test-hook.ts";
import type { Plan } from "./plan.contract.ts";
import { freePlan, proPlan } from "./plan.contract.ts";

/** The plan in force. Until subscriptions exist everybody is on the free one; this is the one place that will ask them. */
export async function currentPlan(): Promise<Plan> {
  const hook = await readTestHook();
  return hook?.plan === "pro" ? proPlan : freePlan;
}
