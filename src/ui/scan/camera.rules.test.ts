import { expect, test } from "vitest";
import { cameraProblemOf } from "./camera.rules.ts";

test("a camera that does not open is told apart: none, refused, in use, or broken", () => {
  const told = ["NotFoundError", "NotAllowedError", "NotReadableError", "TypeError"].map(cameraProblemOf);
  expect(told).toEqual(["none", "refused", "busy", "failed"]);
});
