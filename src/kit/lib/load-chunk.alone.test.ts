import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ChunkError, chunkTimeoutMs, loadChunk } from "./load-chunk.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a chunk that comes within 120 s is taken, and leaves no timer", async () => {
  expect(chunkTimeoutMs).toBe(120_000);
  const loading = loadChunk(() => new Promise<string>((resolve) => void setTimeout(() => resolve("screen"), chunkTimeoutMs - 1)));
  await vi.advanceTimersByTimeAsync(chunkTimeoutMs - 1);
  expect(await loading).toBe("screen");
  expect(vi.getTimerCount()).toBe(0);
});

test("a chunk that takes longer than 120 s is a ChunkError", async () => {
  const loading = expect(loadChunk(() => new Promise(() => undefined))).rejects.toBeInstanceOf(ChunkError);
  await vi.advanceTimersByTimeAsync(chunkTimeoutMs);
  await loading;
});

test("a chunk that cannot be fetched is a ChunkError with its cause", async () => {
  const cause = new TypeError("Failed to fetch dynamically imported module");
  await expect(loadChunk(() => Promise.reject(cause))).rejects.toMatchObject({ name: "ChunkError", cause });
});
