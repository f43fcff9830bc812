import browser from "webextension-polyfill";
import { z } from "zod";
import { entitlementKey } from "./entitlement-changes.storage.ts";
import { leftReasons, linkGoals, proProblems } from "./pro-status.rules.ts";

/** By itself, because each look writes it: who follows the rest is not woken. */
const lastSeenKey = "entitlement.lastSeen";
/** The last moment seen is noted once it is so much later than the one before. */
const seenStepMs = 60_000;

const pendingLink = z.object({
  deviceCode: z.string(),
  userCode: z.string(),
  url: z.string(),
  /** by this device's clock, ms */
  endsAt: z.number(),
  intervalMs: z.number(),
  goal: z.enum(linkGoals),
});

const stored = z.object({
  deviceUuid: z.string().nullable().catch(null),
  token: z.string().nullable().catch(null),
  /** the address that the device is linked to, mostly hidden; empty until the server told it */
  account: z.string().catch(""),
  isEnding: z.boolean().catch(false),
  proUntil: z.number().nullable().catch(null),
  pending: pendingLink.nullable().catch(null),
  /** the server's clock less ours */
  clockOffsetMs: z.number().catch(0),
  /** Pro is waited for in the background until then, by this device's clock */
  awaitedUntil: z.number().catch(0),
  left: z.enum(leftReasons).nullable().catch(null),
  problem: z.enum(proProblems).nullable().catch(null),
});

/** What is remembered between two lives of the background. Times in ms since 1970. */
export type StoredEntitlement = Readonly<z.infer<typeof stored>>;

function repair(raw: unknown): StoredEntitlement {
  const known = stored.safeParse(raw ?? {});
  return known.success ? known.data : stored.parse({});
}

/** What is stored, and the latest moment that the clock has shown; bad or missing data gives a device that is not linked. */
export async function readEntitlement(): Promise<{ entitlement: StoredEntitlement; lastSeen: number }> {
  const raw = await browser.storage.local.get([entitlementKey, lastSeenKey]);
  const lastSeen = raw[lastSeenKey];
  return { entitlement: repair(raw[entitlementKey]), lastSeen: typeof lastSeen === "number" ? lastSeen : 0 };
}

let lastWrite: Promise<unknown> = Promise.resolve();

/** One write at a time, each on what the one before left. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const run = lastWrite.then(work);
  lastWrite = run.catch(() => undefined);
  return run;
}

/**
 * Changes what is stored. A change that alters nothing writes nothing, so that nobody is woken by it.
 * @param change gives the whole anew; the same object for no change
 * @param seen sets the latest moment seen, where the server has just told the time
 * @throws Error where the browser cannot write (a full disk)
 */
export async function changeEntitlement(change: (now: StoredEntitlement) => StoredEntitlement, seen?: number): Promise<void> {
  await inTurn(async () => {
    const { entitlement } = await readEntitlement();
    const next = change(entitlement);
    const isSame = JSON.stringify(next) === JSON.stringify(entitlement);
    const writes = { ...(isSame ? {} : { [entitlementKey]: next }), ...(seen === undefined ? {} : { [lastSeenKey]: seen }) };
    if (Object.keys(writes).length > 0) await browser.storage.local.set(writes);
  });
}

/** Notes that the clock has come so far; it is never put back here. */
export async function raiseLastSeen(clock: number): Promise<void> {
  await inTurn(async () => {
    const { entitlement, lastSeen } = await readEntitlement();
    const now = clock + entitlement.clockOffsetMs;
    if (now > lastSeen + seenStepMs) await browser.storage.local.set({ [lastSeenKey]: now });
  });
}
