import { expect, test } from "vitest";
import { createGatherer } from "./gather.ts";

test("what comes during a write is written together with the next, each item once", async () => {
  const sets: (readonly number[])[] = [];
  const first = Promise.withResolvers<void>();
  const add = createGatherer<number>(async (items) => {
    sets.push(items);
    await first.promise;
  });
  const all = [1, 2, 3].map(add);
  first.resolve();
  await Promise.all(all);
  await add(4);
  expect(sets).toEqual([[1], [2, 3], [4]]);
});

test("an item that cannot be written does not stop those of its set", async () => {
  const written: number[] = [];
  const first = Promise.withResolvers<void>();
  const add = createGatherer<number>(async (items) => {
    await first.promise;
    if (items.includes(2)) throw new Error("not this one");
    written.push(...items);
  });
  const all = [1, 2, 3].map(add);
  first.resolve();
  const ended = await Promise.allSettled(all);
  expect(ended.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(written).toEqual([1, 3]);
});
