import type { ChildProcess } from "node:child_process";
import { fork } from "node:child_process";
import { once } from "node:events";
import os from "node:os";
import { fileURLToPath } from "node:url";
import { RequesterGone } from "#server/platform/runtime/fair-limiter.ts";
import type { ImageAnswer, ImageMessage, ImageOrder, LaneAnswer } from "./reencode-image.worker.ts";

const program = fileURLToPath(new URL("reencode-image.worker.ts", import.meta.url));
/** How long a worker may take to be ready; beyond that the machine is overloaded. */
const startWithinMs = 60_000;
/** How long an unused worker stays. */
const idleMs = 30_000;
/** How long the last unused one for small images stays: on a busy machine another takes seconds to start. It has 75 MB. */
const lastIdleMs = 600_000;
const maxErrorChars = 2000;
const heapMb = 128;

/**
 * Every image goes to a worker of the small lane first, which reads its header. What has more pixels than this goes on to the large lane, whose processes give
 * way to all others: on two busy processors a small image was done after 2.6 s by a process of lower priority, and large ones leave none behind that is ready.
 */
const smallPixels = 4_000_000;
type Lane = "small" | "large";

/** A process that has been started for images. */
interface Worker {
  readonly child: ChildProcess;
  readonly lane: Lane;
  readonly ready: Promise<void>;
  stderr: string;
}

interface IdleWorker {
  readonly worker: Worker;
  readonly timer: NodeJS.Timeout;
}

/** Workers that are ready for another image, the last used one last. */
const idleWorkers: Readonly<Record<Lane, IdleWorker[]>> = { small: [], large: [] };

/** The server's own work comes before large images. */
function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    os.setPriority(pid, Math.max(os.getPriority(), os.constants.priority.PRIORITY_BELOW_NORMAL));
  } catch {
    // It has ended already, which its `close` reports.
  }
}

/**
 * A process of its own: whatever a hostile image does to the decoders' native code ends there. It starts in 0.3 s and is used again as long as every image
 * it is given is readable and leaves it small.
 */
function startWorker(lane: Lane): Worker {
  const child = fork(program, {
    serialization: "advanced",
    execArgv: [`--max-old-space-size=${heapMb}`],
    // A decoder has no use for our secrets.
    env: {},
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  if (lane === "large") lowerPriority(child);
  const ready = Promise.withResolvers<void>();
  const worker: Worker = { child, lane, ready: ready.promise, stderr: "" };
  child.stderr?.on("data", (chunk: Buffer) => (worker.stderr = (worker.stderr + chunk.toString()).slice(-maxErrorChars)));
  child.once("message", () => ready.resolve());
  child.once("error", ready.reject);
  child.once("close", () => ready.reject(new Error(`files: the image worker failed: ${worker.stderr}`)));
  ready.promise.catch(() => undefined);
  return worker;
}

function stopWorker({ child }: Worker): void {
  child.kill("SIGKILL");
}

/** Unused workers do not keep the server running. */
function setKeepsServerRunning({ child }: Worker, keeps: boolean): void {
  const change = keeps ? "ref" : "unref";
  child[change]();
  child.channel?.[change]();
}

function takeWorker(lane: Lane): Worker {
  const idle = idleWorkers[lane];
  for (let next = idle.pop(); next !== undefined; next = idle.pop()) {
    clearTimeout(next.timer);
    if (!next.worker.child.connected) continue;
    setKeepsServerRunning(next.worker, true);
    return next.worker;
  }
  return startWorker(lane);
}

function returnWorker(worker: Worker): void {
  const idle = idleWorkers[worker.lane];
  setKeepsServerRunning(worker, false);
  const stays = worker.lane === "small" && idle.length === 0 ? lastIdleMs : idleMs;
  const timer = setTimeout(() => {
    idle.splice(
      idle.findIndex((one) => one.worker === worker),
      1,
    );
    stopWorker(worker);
  }, stays).unref();
  idle.push({ worker, timer });
}

/** Ends a worker that is no longer usable. One for small images is replaced at once, so that the next image does not wait for its start. */
function discardWorker(worker: Worker): void {
  stopWorker(worker);
  if (worker.lane === "small" && idleWorkers.small.length === 0) returnWorker(startWorker("small"));
}

/** @throws Error with code ETIMEDOUT, which answers 503 (`server/platform/http/errors.ts`): the image may be as good as any */
async function waitUntilReady({ ready }: Worker): Promise<void> {
  const late = Promise.withResolvers<never>();
  const error = Object.assign(new Error("files: the image worker did not start in time"), { code: "ETIMEDOUT" });
  const timer = setTimeout(() => late.reject(error), startWithinMs);
  try {
    await Promise.race([ready, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** @returns null if the worker was ended by a signal: it took too long, too much memory, or crashed */
async function askWorker(worker: Worker, order: ImageOrder, timeoutMs: number): Promise<Exclude<ImageMessage, "ready"> | null> {
  const { child } = worker;
  const done = new AbortController();
  const timer = setTimeout(() => stopWorker(worker), timeoutMs);
  try {
    // That it has ended already is reported by its end.
    child.send(order, () => undefined);
    const { signal } = done;
    return await Promise.race([
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both ends of this channel use these types
      once(child, "message", { signal }).then(([message]) => message as Exclude<ImageMessage, "ready">),
      once(child, "close", { signal }).then(([code]) => {
        // An exit by itself means an uncaught exception, which is a bug of ours: errors of the decoders are caught.
        if (code !== null) throw new Error(`files: the image worker failed: ${worker.stderr}`);
        return null;
      }),
    ]);
  } finally {
    clearTimeout(timer);
    done.abort();
  }
}

/** @throws RequesterGone */
function throwWhenGone(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new RequesterGone();
}

/** Has a worker of a lane process an image. @throws as `workOnImage` */
async function workInLane(lane: Lane, order: ImageOrder, timeoutMs: number, signal: AbortSignal | undefined): Promise<LaneAnswer> {
  throwWhenGone(signal);
  const worker = takeWorker(lane);
  const onAbort = () => stopWorker(worker);
  signal?.addEventListener("abort", onAbort, { once: true });
  let isReusable = false;
  try {
    await waitUntilReady(worker);
    const message = await askWorker(worker, order, timeoutMs);
    throwWhenGone(signal);
    isReusable = message !== null && message.answer !== "isUnreadable" && !message.isWorn;
    return message?.answer ?? "isUnreadable";
  } finally {
    signal?.removeEventListener("abort", onAbort);
    if (isReusable) returnWorker(worker);
    else discardWorker(worker);
  }
}

/**
 * Has an image decoded and encoded again by a worker. The call waits for its turn (`slow-work.ts`) before it comes here.
 * @param timeoutMs from when the worker is ready: the start of a process on a busy machine does not count against the image
 * @param signal ends the work
 * @throws RequesterGone if the signal was aborted; the worker's failure otherwise, a bug of ours; Error with code ETIMEDOUT if it does not start
 */
export async function workOnImage(
  order: Omit<ImageOrder, "lanePixels">,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<ImageAnswer> {
  const answer = await workInLane("small", { ...order, lanePixels: smallPixels }, timeoutMs, signal);
  if (answer !== "isForLargeLane") return answer;
  const again = await workInLane("large", { ...order, lanePixels: Number.POSITIVE_INFINITY }, timeoutMs, signal);
  if (again === "isForLargeLane") throw new Error("files: the image worker failed: an image has too many pixels for every lane");
  return again;
}
