import type { ChildProcess } from "node:child_process";
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { maxImagePixels } from "#src/files/files.rules.ts";
import type { ImageAnswer, ImageOrder, ImageWord } from "./images.worker.ts";

/** What a worker may use up before it is ended. */
export interface WorkLimits {
  /** from when it is ready: what a busy machine needs to start a process is no fault of the image */
  timeoutMs: number;
  /** of its JavaScript heap; what the pixels take beside it follows from their number */
  heapMb: number;
}

/**
 * At most two images at a time, and together at most as many pixels as one may have: a JPEG of 40 million takes 1.5 GB while it is
 * decoded, so two of them would be too much for a small machine. Who comes first is served first.
 */
const maxWorkers = 2;
const waiting: { pixels: number; start: () => void }[] = [];
let running = 0;
let runningPixels = 0;

function startNext(): void {
  for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
    const hasRoom = running < maxWorkers && runningPixels + next.pixels <= maxImagePixels;
    if (running > 0 && !hasRoom) return;
    waiting.shift();
    running += 1;
    runningPixels += next.pixels;
    next.start();
  }
}

const program = fileURLToPath(new URL("images.worker.ts", import.meta.url));
/** How long a worker may take to be ready; then it is the machine that has no time. */
const startWithinMs = 60_000;
/** How much of what a failed worker said goes into our error. */
const maxToldChars = 2000;

/**
 * A process for one image: ready in 0.2 s (Node 24, 2 cores), and whatever an image did to it ends with it. Not a thread: a thread that
 * met its heap limit took the whole server along in three of five tries, and after a JPEG of 12 (40) million pixels the server kept 0.5
 * (1.5) GB for good.
 */
function startWorker(heapMb: number): ChildProcess {
  return fork(program, {
    serialization: "advanced",
    execArgv: [`--max-old-space-size=${heapMb}`],
    // A decoder has no use for our secrets, and its warnings are none of ours.
    env: {},
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
}

/** What the worker answers; null where it was ended by the system or by its own heap limit. `onReady` when it has been loaded. */
function answerOf(worker: ChildProcess, order: ImageOrder, onReady: () => void): Promise<ImageAnswer> {
  return new Promise((resolve, reject) => {
    let told = "";
    worker.stderr?.on("data", (chunk: Buffer) => (told = (told + chunk.toString()).slice(-maxToldChars)));
    worker.on("message", (said) => {
      const word = said as ImageWord;
      if (word === "ready") onReady();
      else resolve(word);
    });
    worker.once("error", reject);
    // An exit by itself is an exception that nobody caught: ours, since the decoders' are. Anything else comes as a signal.
    worker.once("close", (code) => (code === null ? resolve(null) : reject(new Error(`files: the image worker failed: ${told}`))));
    // That it is gone already is told by its end.
    worker.send(order, () => undefined);
  });
}

async function work(order: ImageOrder, { timeoutMs, heapMb }: WorkLimits): Promise<ImageAnswer> {
  const worker = startWorker(heapMb);
  const ended = once(worker, "close");
  const late = Promise.withResolvers<never>();
  // "Not now" to whoever asked (`server/http/errors.ts`): the image may be as good as any.
  const tooLate = () => late.reject(Object.assign(new Error("files: the image worker did not start in time"), { code: "ETIMEDOUT" }));
  let timer = setTimeout(tooLate, startWithinMs);
  const onReady = () => {
    clearTimeout(timer);
    timer = setTimeout(() => worker.kill("SIGKILL"), timeoutMs);
  };
  try {
    return await Promise.race([answerOf(worker, order, onReady), late.promise]);
  } finally {
    clearTimeout(timer);
    worker.kill("SIGKILL");
    await ended;
  }
}

/**
 * Has an image read and written anew by a worker, when its turn comes.
 * @param pixels how many its header names
 * @returns null where it cannot be read, took too long or took too much memory
 * @throws what the worker fails with otherwise: a bug of ours; and Error with code ETIMEDOUT where the machine does not come to start it
 */
export async function workOnImage(order: ImageOrder, pixels: number, limits: WorkLimits): Promise<ImageAnswer> {
  await new Promise<void>((start) => {
    waiting.push({ pixels, start });
    startNext();
  });
  try {
    return await work(order, limits);
  } finally {
    running -= 1;
    runningPixels -= pixels;
    startNext();
  }
}
