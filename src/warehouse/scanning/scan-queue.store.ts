import { create } from "zustand";
import type { Area } from "#src/kit/api/roles-and-permissions.ts";
import type { Client } from "#src/kit/api/client.ts";
import { newKey } from "#src/kit/api/client.ts";
import { useSessions } from "#src/kit/session/session.store.ts";
import type { ScanDb } from "./scan-queue.storage.ts";
import { addCall, listCalls, discardCall, deleteCall, openScanDb, retryCall } from "./scan-queue.storage.ts";
import type { QueuedCall, Maker, Picture } from "./scan-queue.rules.ts";
import { getRetryDelayMs } from "./scan-queue.rules.ts";
import type { Outcome, CallOutcome } from "./scan-sender.ts";
import { sendAll } from "./scan-sender.ts";
import { withSenderLock } from "./sender-lock.ts";

interface ScanQueue {
  /** all calls stored in this browser, of all users, oldest first */
  readonly calls: readonly QueuedCall[];
  /** whether the calls were read from the device */
  readonly isRead: boolean;
  /** the last attempt reached the server */
  readonly isReachable: boolean;
}

/** The queue as the page shows it. */
export const useScanQueue = create<ScanQueue>(() => ({ calls: [], isRead: false, isReachable: true }));

/** Identifies this tab among the senders. */
const tab = newKey();

let opening: Promise<ScanDb> | null = null;

/** Returns the page's database. If it was closed for a newer version or failed to open, it is reopened at the next use. */
async function getDatabase(): Promise<ScanDb> {
  opening ??= openScanDb().then((db) => {
    db.addEventListener("close", () => (opening = null));
    return db;
  });
  try {
    return await opening;
  } catch (error) {
    opening = null;
    throw error;
  }
}

const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("quayside.scans");

type Listener = (ended: Outcome) => void;
const listeners = new Map<string, Listener>();
/** Notified when the server turns out to be unreachable, so that nobody waits for an answer. */
const unreachable = new Set<() => void>();
let wakeUp: () => void = () => undefined;

/** Answered calls: the database may still hold one for a moment, but it must not be counted twice. */
const answered = new Set<string>();

async function refresh(): Promise<void> {
  const calls = await getDatabase()
    .then(listCalls)
    .catch(() => []);
  useScanQueue.setState({ calls: calls.filter(({ id }) => !answered.has(id)), isRead: true });
}

function receiveOutcome({ id, ...published }: CallOutcome): void {
  const listener = listeners.get(id);
  // Another tab sent it, where nobody waits for the rows that were refused: here somebody does.
  const isSetAside = published.kind === "refused" && published.answer !== undefined && listener !== undefined;
  const ended: Outcome = isSetAside ? { kind: "done", answer: published.answer } : published;
  if (ended.kind === "done") answered.add(id);
  useScanQueue.setState(({ calls }) => ({
    calls:
      ended.kind === "done"
        ? calls.filter((call) => call.id !== id)
        : calls.map((call) => (call.id === id ? { ...call, state: "refused", refusal: ended.problem } : call)),
  }));
  listener?.(ended);
  listeners.delete(id);
  if (isSetAside) void dismissRefused(id).catch(() => undefined);
}

function publishOutcome(outcome: CallOutcome): void {
  receiveOutcome(outcome);
  channel?.postMessage(outcome);
}

channel?.addEventListener("message", ({ data }: MessageEvent<CallOutcome | null>) => {
  if (data !== null) receiveOutcome(data);
  void refresh();
});

/** Publishes a change of the queue to this tab and the others. */
async function publishChange(): Promise<void> {
  channel?.postMessage(null);
  await refresh();
}

/**
 * Stores a call before sending it, in order.
 * @param listener notified once of the result, whichever tab sent it
 * @throws DOMException if nothing can be stored
 */
export async function enqueueCall(call: QueuedCall, listener: Listener, picture: Picture | null = null): Promise<void> {
  listeners.set(call.id, listener);
  try {
    await addCall(await getDatabase(), call, picture);
  } catch (error) {
    listeners.delete(call.id);
    throw error;
  }
  wakeUp();
  void publishChange();
}

/** Calls `back` once when the server turns out to be unreachable. @returns unsubscribes */
export function onUnreachable(back: () => void): () => void {
  unreachable.add(back);
  return () => unreachable.delete(back);
}

/** Removes a refused call once somebody has seen the refusal. */
export async function dismissRefused(id: string): Promise<void> {
  await deleteCall(await getDatabase(), id);
  await publishChange();
}

/** Sends waiting calls at once, and if `id` is given, that call which was set aside. */
export async function sendAgain(maker: Maker, id?: string): Promise<void> {
  if (id !== undefined) await retryCall(await getDatabase(), id, maker, newKey());
  await publishChange();
  wakeUp();
}

/** Deletes a call that was set aside, at its user's request. */
export async function discard(maker: Maker, id: string): Promise<void> {
  await discardCall(await getDatabase(), id, maker);
  await publishChange();
}

/** Waits until the sender is woken up, or for `ms`. */
function waitForWakeUp(ms: number | null, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = ms === null ? undefined : setTimeout(done, ms);
    signal.addEventListener("abort", done, { once: true });
    wakeUp = done;
  });
}

async function runSender(client: Client, maker: Maker, signal: AbortSignal): Promise<void> {
  let tries = 0;
  // The network may return while an attempt without it is under way.
  addEventListener("online", () => wakeUp(), { signal });
  while (!signal.aborted) {
    // Waking the sender while it works makes it check once more.
    let isWoken = false;
    wakeUp = () => (isWoken = true);
    let state: "empty" | "later" = "later";
    try {
      const db = await getDatabase();
      await withSenderLock(db, tab, signal, async () => {
        state = await sendAll(db, { client, maker, signal, publish: publishOutcome, isAwaited: (id) => listeners.has(id) });
      });
    } catch {
      // The database could not be read; its calls are sent at the next attempt.
    }
    if (signal.aborted) return;
    const isReachable = (state as "empty" | "later") === "empty";
    useScanQueue.setState({ isReachable });
    tries = isReachable ? 0 : tries + 1;
    if (!isReachable) for (const back of unreachable) back();
    await publishChange();
    if (!isWoken) await waitForWakeUp(isReachable ? null : getRetryDelayMs(tries), signal);
  }
}

/** The running sender: one per page, for one user. */
let running: { readonly key: string; users: number; readonly stop: AbortController } | null = null;

/**
 * Sends this user's scans while any part of the page needs it.
 * @param area whose session's tokens are used; a change of user there stops it at once
 * @returns stops it
 */
export function startSending(client: Client, maker: Maker, area: Area): () => void {
  const key = JSON.stringify([area, maker.username, maker.providerUuid]);
  if (running === null || running.key !== key || running.stop.signal.aborted) {
    running?.stop.abort();
    const stop = new AbortController();
    running = { key, users: 0, stop };
    const unfollow = useSessions.subscribe(({ sessions }) => {
      if (sessions[area]?.username !== maker.username) stop.abort();
    });
    stop.signal.addEventListener("abort", unfollow);
    void runSender(client, maker, stop.signal);
  }
  const mine = running;
  mine.users += 1;
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    mine.users -= 1;
    if (mine.users === 0) mine.stop.abort();
  };
}
