import { expect, test } from "vitest";
import type { Permission } from "#src/kit/api/roles-and-permissions.ts";
import { pickingProgressed } from "#src/outbound/picking/picking.contract.ts";
import { allTopics, mayHear } from "./topics.ts";

test.each<readonly [Permission, boolean]>([
  ["picking", true],
  ["waves", true],
  ["orders", false],
])("an operator with the permission %s hears the progress of picking: %s", (permission, isHeard) => {
  const operator = { role: "operator", permissions: [permission], isReadOnly: false } as const;
  expect(mayHear(allTopics, operator, [pickingProgressed.name])).toBe(isHeard);
});

test("nobody hears a topic that does not exist", () => {
  expect(mayHear(allTopics, { role: "provider", permissions: [], isReadOnly: false }, ["picking.unknown"])).toBe(false);
});
