import browser from "webextension-polyfill";
import { z } from "zod";
import { entitlementKey } from "./entitlement-changes.storage.ts";
import { leftReasons, linkGoals, proProblems } from "./pro-status.rules.ts";

/** A key of its own, because each read writes it and must not notify subscribers of the rest. */
const lastSeenKey = "entitlement.lastSeen";
/** The minimum advance before the last seen moment is stored again. */
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
  /** the masked e-mail address of the linked account; empty until the server sends it */
  account: z.string().catch(""),
  isEnding: z.boolean().catch(false),
  proUntil: z.number().nullable().catch(null),
  pending: pendingLink.nullable().catch(null),
  /** the server's clock minus ours */
  clockOffsetMs: z.number().catch(0),
  /** the background waits for Pro until then, by this device's clock */
  awaitedUntil: z.number().catch(0),
  left: z.enum(leftReasons).nullable().catch(null),
  problem: z.enum(proProblems).nullable().catch(null),
});

/** The state that survives the background. Times in ms since 1970. */
export type StoredEntitlement = Readonly<z.infer<typeof stored>>;

function repair(raw: unknown): StoredEntitlement {
  const known = stored.safeParse(raw ?? {});
  return known.success ? known.data : stored.parse({});
}

/** Reads the stored state, and the latest moment that the clock has shown; invalid or missing data means an unlinked device. */
export async function readEntitlement(): Promise<{ entitlement: StoredEntitlement; lastSeen: number }> {
  const raw = await browser.storage.local.get([entitlementKey, lastSeenKey]);
  const lastSeen = raw[lastSeenKey];
  return { entitlement: repair(raw[entitlementKey]), lastSeen: typeof lastSeen === "number" ? lastSeen : 0 };
}

let lastWrite: Promise<unknown> = Promise.resolve();

/** Serializes writes, each based on the result of the previous one. */
function enqueueWrite<T>(work: () => Promise<T>): Promise<T> {
  const run = lastWrite.then(work);
  lastWrite = run.catch(() => undefined);
  return run;
}

/**
 * Changes the stored state. A change without effect writes nothing, so that subscribers are not notified.
 * @param change returns the whole new state; the same object for no change
 * @param seen sets the latest moment seen, if the server has just sent its time
 * @throws Error if the browser cannot write (a full disk)
 */
export async function changeEntitlement(change: (now: StoredEntitlement) => StoredEntitlement, seen?: number): Promise<void> {
  await enqueueWrite(async () => {
    const { entitlement } = await readEntitlement();
    const next = change(entitlement);
    const isSame = JSON.stringify(next) === JSON.stringify(entitlement);
    const writes = { ...(isSame ? {} : { [entitlementKey]: next }), ...(seen === undefined ? {} : { [lastSeenKey]: seen }) };
    if (Object.keys(writes).length > 0) await browser.storage.local.set(writes);
  });
}

/** Stores that the clock has advanced; it is never set back here. */
export async function raiseLastSeen(clock: number): Promise<void> {
  await enqueueWrite(async () => {
    const { entitlement, lastSeen } = await readEntitlement();
    const now = clock + entitlement.clockOffsetMs;
    if (now > lastSeen + seenStepMs) await browser.storage.local.set({ [lastSeenKey]: now });
  });
}
