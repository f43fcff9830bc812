import type { ChildProcess } from "node:child_process";
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { RequesterGone } from "#server/fair-limiter.ts";
import type { ImageAnswer, ImageMessage, ImageOrder } from "./images.worker.ts";

const program = fileURLToPath(new URL("images.worker.ts", import.meta.url));
/** How long a worker may take to be ready; beyond that it is the machine that has no time. */
const startWithinMs = 60_000;
/** How long an unused worker stays. */
const idleMs = 30_000;
const maxErrorChars = 2000;
const heapMb = 128;

/** A process that has been started for images. */
interface Worker {
  readonly child: ChildProcess;
  readonly ready: Promise<void>;
  stderr: string;
}

/** Workers that are ready for another image, the last used one last. */
const idleWorkers: { readonly worker: Worker; readonly timer: NodeJS.Timeout }[] = [];

/**
 * A process of its own: whatever a hostile image does to the decoders' native code ends there. It starts in 0.3 s and is used again as long as every image
 * it is given is readable and leaves it small.
 */
function startWorker(): Worker {
  const child = fork(program, {
    serialization: "advanced",
    execArgv: [`--max-old-space-size=${heapMb}`],
    // A decoder has no use for our secrets.
    env: {},
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const ready = Promise.withResolvers<void>();
  const worker: Worker = { child, ready: ready.promise, stderr: "" };
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

function takeWorker(): Worker {
  for (let next = idleWorkers.pop(); next !== undefined; next = idleWorkers.pop()) {
    clearTimeout(next.timer);
    if (!next.worker.child.connected) continue;
    setKeepsServerRunning(next.worker, true);
    return next.worker;
  }
  return startWorker();
}

function returnWorker(worker: Worker): void {
  setKeepsServerRunning(worker, false);
  const timer = setTimeout(() => {
    idleWorkers.splice(
      idleWorkers.findIndex((idle) => idle.worker === worker),
      1,
    );
    stopWorker(worker);
  }, idleMs).unref();
  idleWorkers.push({ worker, timer });
}

/** @throws Error with code ETIMEDOUT, which answers 503 (`server/http/errors.ts`): the image may be as good as any */
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

/** @returns null where the worker was ended by a signal: it took too long, too much memory, or crashed */
async function askWorker(worker: Worker, order: ImageOrder, timeoutMs: number): Promise<Exclude<ImageMessage, "ready"> | null> {
  const { child } = worker;
  const done = new AbortController();
  const timer = setTimeout(() => stopWorker(worker), timeoutMs);
  try {
    // That it has ended already is reported by its end.
    child.send(order, () => undefined);
    const { signal } = done;
    return await Promise.race([
      once(child, "message", { signal }).then(([message]) => message as Exclude<ImageMessage, "ready">),
      once(child, "close", { signal }).then(([code]) => {
        // An exit by itself is an exception that nobody caught, which is a bug of ours: errors of the decoders are caught.
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

/**
 * Has an image read and written anew by a worker. The call has its turn (`slow-work.ts`) before it comes here.
 * @param timeoutMs from when the worker is ready: what a busy machine needs to start a process is no fault of the image
 * @param signal ends the work
 * @throws RequesterGone where the signal was aborted; what the worker fails with otherwise, a bug of ours; Error with code ETIMEDOUT where it does not start
 */
export async function workOnImage(order: ImageOrder, timeoutMs: number, signal: AbortSignal | undefined): Promise<ImageAnswer> {
  throwWhenGone(signal);
  const worker = takeWorker();
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
    else stopWorker(worker);
  }
}
