import type { ScanDb } from "./scan-queue.db.ts";
import { dropLease, takeLease } from "./scan-queue.db.ts";

/** A killed tab keeps the others waiting for as long. */
const leaseMs = 20_000;
const askAgainMs = 1000;

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
}

/** By a lease in the database: plain http has no locks. Prolonged while the work goes on. */
async function byLease(db: ScanDb, owner: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  const take = () => takeLease(db, owner, Date.now(), Date.now() + leaseMs);
  while (!(await take())) {
    await pause(askAgainMs, signal);
    if (signal.aborted) return;
  }
  // A page out of sight is woken seldom: should the lease go all the same, the key of each call still has it done once.
  const timer = setInterval(() => void take().catch(() => undefined), leaseMs / 4);
  try {
    await work();
  } finally {
    clearInterval(timer);
    await dropLease(db, owner);
  }
}

/**
 * Does something in one tab of this browser at a time, each in its turn.
 * @param owner this tab
 * @param signal ends the waiting
 */
export async function alone(db: ScanDb, owner: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  if (!("locks" in navigator)) return byLease(db, owner, signal, work);
  try {
    await navigator.locks.request("quayside.scans", { signal }, work);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
