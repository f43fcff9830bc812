import { expect, test } from "vitest";
import { toCameraProblem } from "./camera.rules.ts";

test("the causes of a camera not opening are distinguished: none, refused, in use, broken, or code reader not loaded", () => {
  const told = ["NotFoundError", "NotAllowedError", "NotReadableError", "TypeError", "ChunkError"].map(toCameraProblem);
  expect(told).toEqual(["none", "refused", "busy", "failed", "notLoaded"]);
});
