import { deviceEntitlement } from "#src/entitlement/entitlement.source.ts";
import { readTestHook } from "#src/lib/test-hook.ts";
import type { Plan } from "./plan.contract.ts";
import { freePlan, proPlan } from "./plan.contract.ts";

async function planOfTest(): Promise<Plan | null> {
  const plan = (await readTestHook())?.plan;
  return plan === undefined ? null : plan === "pro" ? proPlan : freePlan;
}

/** The plan in force, by the verified token of this device; asked by the background, at once and without the network. */
export async function currentPlan(): Promise<Plan> {
  return (await planOfTest()) ?? deviceEntitlement.plan();
}

/** The plan for an export that begins or goes on now: where a linked account has no Pro yet, the server is asked once more. */
export async function planForWork(): Promise<Plan> {
  return (await planOfTest()) ?? deviceEntitlement.planForWork();
}
