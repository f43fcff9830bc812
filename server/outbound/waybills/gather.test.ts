import { expect, test } from "vitest";
import { createGatherer } from "./gather.ts";

test("what comes within a moment or during a write is written together, each item once", async () => {
  const sets: (readonly number[])[] = [];
  const begun = Promise.withResolvers<void>();
  const first = Promise.withResolvers<void>();
  const add = createGatherer<number>(async (items) => {
    sets.push(items);
    begun.resolve();
    await first.promise;
  });
  const early = [1, 2].map(add);
  await begun.promise;
  const late = [3, 4].map(add);
  first.resolve();
  await Promise.all([...early, ...late]);
  await add(5);
  expect(sets).toEqual([[1, 2], [3, 4], [5]]);
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
