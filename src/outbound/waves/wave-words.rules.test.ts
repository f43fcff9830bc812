import { expect, test } from "vitest";
import { getPickedPart } from "./wave-words.rules.ts";

const wave = { released_at: "2026-11-27T08:00:00Z", task_pieces: 10, picked_pieces: 4, short_pieces: 1 };

test("a wave is picked as far as its pieces are picked or were not found", () => {
  expect(getPickedPart(wave)).toBe(0.5);
});

test("before its release, and without pieces, it has no progress", () => {
  expect(getPickedPart({ ...wave, released_at: "" })).toBeNull();
  expect(getPickedPart({ ...wave, task_pieces: 0, picked_pieces: 0, short_pieces: 0 })).toBeNull();
});
