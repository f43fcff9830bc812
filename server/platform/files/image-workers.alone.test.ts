import type { ChildProcess } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";
import os from "node:os";
import { expect, test, vi } from "vitest";
import { RequesterGone } from "#server/platform/runtime/fair-limiter.ts";
import { makePng } from "#tests/factories/images.ts";
import type { CleanImage, ImageLimits } from "./images.ts";
import { reencodeImage } from "./images.ts";

/** Every process that this one has started for an image. */
const started: ChildProcess[] = [];
/** How many messages each has sent: one when it is ready, and one for each image. */
const messageCounts = new Map<ChildProcess, number>();
const messagesOf = (worker: ChildProcess | undefined) => (worker === undefined ? 0 : (messageCounts.get(worker) ?? 0));
subscribe("child_process", (message) => {
  const { process: worker } = message as { process: ChildProcess };
  started.push(worker);
  worker.on("message", () => messageCounts.set(worker, messagesOf(worker) + 1));
});
const isRunning = (worker: ChildProcess | undefined) => worker?.exitCode === null && worker.signalCode === null;

async function endWorkers(): Promise<void> {
  for (const worker of started) worker.kill("SIGKILL");
  await vi.waitUntil(() => !started.some(isRunning), { timeout: 60_000 });
}

async function clean(bytes: Uint8Array, limits: Partial<ImageLimits> = {}): Promise<CleanImage> {
  const result = await reencodeImage(bytes, limits);
  if (!result.ok) throw new Error(`refused: ${result.problem}`);
  return result.value;
}

test("small images run at the server's priority in a process of their own, which large images do not use and which is always ready", async () => {
  const small = makePng(8, 8);
  const large = makePng(3000, 1500);
  await endWorkers();
  await clean(small);
  const ofSmall = started.filter(isRunning);
  await clean(large);
  const ofLarge = started.filter((worker) => isRunning(worker) && !ofSmall.includes(worker));
  expect(ofSmall.map(({ pid = 0 }) => os.getPriority(pid))).toEqual(ofSmall.map(() => os.getPriority()));
  expect(ofLarge.map(({ pid = 0 }) => os.getPriority(pid))).toEqual([Math.max(os.getPriority(), 10)]);
  const count = started.length;
  await clean(small);
  await clean(large);
  await clean(small);
  expect(started.length).toBe(count);
  // An unreadable one ends its process: the next has been started before another image asks for it.
  await endWorkers();
  expect(await reencodeImage(small.subarray(0, 40))).toEqual({ ok: false, problem: "files.notAnImage" });
  const after = started.length;
  await clean(small);
  expect(started.length).toBe(after);
});

test("an image whose requester disconnects has its process killed, and the next image starts at once", async () => {
  const small = makePng(8, 8);
  const large = makePng(6000, 6000);
  await endWorkers();
  await clean(small);
  const count = started.length;
  const requester = new AbortController();
  const work = clean(large, { signal: requester.signal });
  const ofLarge = () => started[count];
  await vi.waitUntil(() => messagesOf(ofLarge()) > 0, { timeout: 60_000, interval: 5 });
  requester.abort();
  await expect(work).rejects.toBeInstanceOf(RequesterGone);
  await vi.waitUntil(() => !isRunning(ofLarge()), { timeout: 60_000 });
  // It was ended at its work: it has sent no answer.
  expect([messagesOf(ofLarge()), ofLarge()?.signalCode]).toEqual([1, "SIGKILL"]);
  expect(await clean(small)).toMatchObject({ width: 8, height: 8 });
  expect(started.length).toBe(count + 1);
});
