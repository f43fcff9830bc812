import { pause } from "#src/kit/lib/pause.ts";
import type { ScanDb } from "./scan-queue.storage.ts";
import { dropLease, takeLease } from "./scan-queue.storage.ts";

/** How long the other tabs wait after a tab was killed. */
const leaseMs = 20_000;
const askAgainMs = 1000;

/** Works under a lease in the database, because plain http has no locks. Extends it while the work lasts. */
async function withLease(db: ScanDb, owner: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  const take = () => takeLease(db, owner, Date.now(), Date.now() + leaseMs);
  while (!(await take())) {
    await pause(askAgainMs, signal);
    if (signal.aborted) return;
  }
  // Background tabs are rarely woken: if the lease expires anyway, each call's key still makes it happen once.
  const timer = setInterval(() => void take().catch(() => undefined), leaseMs / 4);
  try {
    await work();
  } finally {
    clearInterval(timer);
    await dropLease(db, owner);
  }
}

/**
 * Runs work in one tab of this browser at a time.
 * @param owner this tab
 * @param signal ends the waiting
 */
export async function withSenderLock(db: ScanDb, owner: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  if (!("locks" in navigator)) return withLease(db, owner, signal, work);
  try {
    await navigator.locks.request("quayside.scans", { signal }, work);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
