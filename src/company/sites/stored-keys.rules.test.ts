import { expect, test } from "vitest";
import { groupStoredKeys } from "./stored-keys.rules.ts";

test("stored keys are listed by area with their size, and without their content", () => {
  const groups = groupStoredKeys([
    ["theme", "darkTheme"],
    ["p.username", "provider01"],
    ["p.accessToken", "secret-of-the-session"],
    ["ds.role", "Drop shipper"],
    ["packing", "1"],
  ]);
  expect(groups.p).toEqual([
    { name: "p.accessToken", bytes: 68 },
    { name: "p.username", bytes: 40 },
  ]);
  expect(groups.ds.map(({ name }) => name)).toEqual(["ds.role"]);
  expect(groups.other.map(({ name }) => name)).toEqual(["packing", "theme"]);
  expect(JSON.stringify(groups)).not.toContain("secret");
});
