import { expect, test } from "vitest";
import { toCameraProblem } from "./camera.rules.ts";

test("a camera that does not open is told apart: none, refused, in use, broken, or without what reads codes", () => {
  const told = ["NotFoundError", "NotAllowedError", "NotReadableError", "TypeError", "ChunkError"].map(toCameraProblem);
  expect(told).toEqual(["none", "refused", "busy", "failed", "notLoaded"]);
});
