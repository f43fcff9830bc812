import browser from "webextension-polyfill";
import { readTestHook } from "#src/kit/lib/test-hook.ts";
import { readSettings } from "#src/collector/settings/settings.storage.ts";
import { getDeviceName } from "#src/pro/entitlement/device-name.rules.ts";
import { askServerAt } from "#src/pro/entitlement/device-server.ts";
import type { Plan } from "#src/pro/plan/plan.contract.ts";
import { freePlan, proPlan } from "#src/pro/plan/plan.contract.ts";
import { DeviceEntitlement } from "#src/pro/entitlement/device-entitlement.ts";
import { serverOrigin, tokenKeys } from "#src/pro/entitlement/server-origin.ts";

/** Pro on this device, for the background only: it holds the key and sends every request to the server. */
export const deviceEntitlement = new DeviceEntitlement(
  {
    ask: askServerAt(serverOrigin),
    keys: tokenKeys,
    now: async () => Date.now() + ((await readTestHook())?.clockOffsetMs ?? 0),
    name: getDeviceName(navigator.userAgent),
    language: async () => (await readSettings()).language,
    openPage: async (url) => void (await browser.tabs.create({ url })),
  },
  serverOrigin !== "",
);

async function getTestPlan(): Promise<Plan | null> {
  const plan = (await readTestHook())?.plan;
  return plan === undefined ? null : plan === "pro" ? proPlan : freePlan;
}

/** The plan in force, by this device's verified token; immediate, without the network. */
export async function getCurrentPlan(): Promise<Plan> {
  return (await getTestPlan()) ?? deviceEntitlement.plan();
}

/** The plan for an export that starts or continues now: if a linked account has no Pro yet, asks the server once more. */
export async function planForWork(): Promise<Plan> {
  return (await getTestPlan()) ?? deviceEntitlement.planForWork();
}
