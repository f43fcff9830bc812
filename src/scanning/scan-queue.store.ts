import { create } from "zustand";
import type { Area } from "#src/api/actors.ts";
import type { Client } from "#src/api/client.ts";
import { newKey } from "#src/api/client.ts";
import { useSessions } from "#src/session/session.store.ts";
import type { ScanDb } from "./scan-queue.db.ts";
import { addCall, allCalls, discardCall, forgetCall, openScanDb, retryCall } from "./scan-queue.db.ts";
import type { KeptCall, Maker, Picture } from "./scan-queue.rules.ts";
import { retryAfterMs } from "./scan-queue.rules.ts";
import type { Ended, Told } from "./scan-sender.ts";
import { sendAll } from "./scan-sender.ts";
import { alone } from "./sender-lock.ts";

interface ScanQueue {
  /** all that this browser keeps, whose ever it is; the oldest first */
  readonly calls: readonly KeptCall[];
  /** the last try reached the server */
  readonly isReachable: boolean;
}

/** The queue as the page shows it. */
export const useScanQueue = create<ScanQueue>(() => ({ calls: [], isReachable: true }));

/** This tab, among those that send. */
const tab = newKey();

let opening: Promise<ScanDb> | null = null;

/** The database of this page. One that was closed for a newer version, or did not open, is opened anew at the next use. */
async function database(): Promise<ScanDb> {
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

type Listener = (ended: Ended) => void;
const listeners = new Map<string, Listener>();
/** Told when the server turned out to be out of reach: nobody waits for an answer then. */
const unreachable = new Set<() => void>();
let wakeUp: () => void = () => undefined;

/** Calls that were answered: the database may hold one for a moment more, and it must not be counted twice. */
const answered = new Set<string>();

async function refresh(): Promise<void> {
  const calls = await database()
    .then(allCalls)
    .catch(() => []);
  useScanQueue.setState({ calls: calls.filter(({ id }) => !answered.has(id)) });
}

function hear({ id, ...ended }: Told): void {
  if (ended.kind === "done") answered.add(id);
  useScanQueue.setState(({ calls }) => ({
    calls:
      ended.kind === "done"
        ? calls.filter((call) => call.id !== id)
        : calls.map((call) => (call.id === id ? { ...call, state: "refused", refusal: ended.problem } : call)),
  }));
  listeners.get(id)?.(ended);
  listeners.delete(id);
}

function tellAll(told: Told): void {
  hear(told);
  channel?.postMessage(told);
}

channel?.addEventListener("message", ({ data }: MessageEvent<Told | null>) => {
  if (data !== null) hear(data);
  void refresh();
});

/** The queue has changed: here, and in the other tabs. */
async function changed(): Promise<void> {
  channel?.postMessage(null);
  await refresh();
}

/**
 * Keeps a call before anything of it is sent, and has it sent in its turn.
 * @param listener told once how it ended, in whichever tab that was
 * @throws DOMException where nothing can be kept
 */
export async function keepCall(call: KeptCall, listener: Listener, picture: Picture | null = null): Promise<void> {
  listeners.set(call.id, listener);
  try {
    await addCall(await database(), call, picture);
  } catch (error) {
    listeners.delete(call.id);
    throw error;
  }
  wakeUp();
  void changed();
}

/** Calls back, once, when the server turns out to be out of reach. @returns takes that back */
export function onUnreachable(back: () => void): () => void {
  unreachable.add(back);
  return () => unreachable.delete(back);
}

/** Somebody has seen that it was refused: the queue need not tell it again. */
export async function putAway(id: string): Promise<void> {
  await forgetCall(await database(), id);
  await changed();
}

/** Sends what waits at once, and where `id` is given, what was set aside as well. */
export async function sendAgain(maker: Maker, id?: string): Promise<void> {
  if (id !== undefined) await retryCall(await database(), id, maker, newKey());
  await changed();
  wakeUp();
}

/** Throws away what was set aside, at its maker's wish. */
export async function discard(maker: Maker, id: string): Promise<void> {
  await discardCall(await database(), id, maker);
  await changed();
}

/** Waits until somebody wakes the sender, or for so many ms. */
function untilWoken(ms: number | null, signal: AbortSignal): Promise<void> {
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

async function sendOn(client: Client, maker: Maker, signal: AbortSignal): Promise<void> {
  let tries = 0;
  // The network may come back while a try without it is still under way.
  addEventListener("online", () => wakeUp(), { signal });
  while (!signal.aborted) {
    // Whoever wakes the sender while it works has it look once more.
    let isWoken = false;
    wakeUp = () => (isWoken = true);
    let state: "empty" | "later" = "later";
    try {
      const db = await database();
      await alone(db, tab, signal, async () => {
        state = await sendAll(db, { client, maker, signal, tell: tellAll });
      });
    } catch {
      // The database could not be read now; what it keeps is there at the next try.
    }
    if (signal.aborted) return;
    const isReachable = (state as "empty" | "later") === "empty";
    useScanQueue.setState({ isReachable });
    tries = isReachable ? 0 : tries + 1;
    if (!isReachable) for (const back of unreachable) back();
    await changed();
    if (!isWoken) await untilWoken(isReachable ? null : retryAfterMs(tries), signal);
  }
}

/** The sender that runs: one a page, for one person. */
let running: { readonly key: string; users: number; readonly stop: AbortController } | null = null;

/**
 * Sends this person's scans as long as somebody on the page wants it to.
 * @param area whose session's tokens the client sends; another person there ends it at once
 * @returns ends it
 */
export function keepSending(client: Client, maker: Maker, area: Area): () => void {
  const key = JSON.stringify([area, maker.username, maker.providerUuid]);
  if (running === null || running.key !== key || running.stop.signal.aborted) {
    running?.stop.abort();
    const stop = new AbortController();
    running = { key, users: 0, stop };
    const unfollow = useSessions.subscribe(({ sessions }) => {
      if (sessions[area]?.username !== maker.username) stop.abort();
    });
    stop.signal.addEventListener("abort", unfollow);
    void sendOn(client, maker, stop.signal);
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
