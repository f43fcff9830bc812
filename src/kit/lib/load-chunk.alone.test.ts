import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ChunkError, chunkTimeoutMs, loadChunk } from "./load-chunk.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("returns a chunk that loads within 120 s, and leaves no timer running", async () => {
  expect(chunkTimeoutMs).toBe(120_000);
  const loading = loadChunk(() => new Promise<string>((resolve) => void setTimeout(() => resolve("screen"), chunkTimeoutMs - 1)));
  await vi.advanceTimersByTimeAsync(chunkTimeoutMs - 1);
  expect(await loading).toBe("screen");
  expect(vi.getTimerCount()).toBe(0);
});

test("rejects with a ChunkError when a chunk takes longer than 120 s", async () => {
  const loading = expect(loadChunk(() => new Promise(() => undefined))).rejects.toBeInstanceOf(ChunkError);
  await vi.advanceTimersByTimeAsync(chunkTimeoutMs);
  await loading;
});

test("rejects with a ChunkError and its cause when a chunk cannot be fetched", async () => {
  const cause = new TypeError("Failed to fetch dynamically imported module");
  await expect(loadChunk(() => Promise.reject(cause))).rejects.toMatchObject({ name: "ChunkError", cause });
});
