import { expect, test } from "vitest";
import { personOf } from "./person-filter.rules.ts";

test("one person's entries are shown where the address names one by id, and everybody's otherwise", () => {
  const user_uuid = "01990000-0000-7000-8000-0000003f9a2c";
  expect(personOf({ user_uuid, page: 3 })).toBe(user_uuid);
  for (const odd of [{}, { user_uuid: "" }, { user_uuid: "me" }, { user_uuid: 7 }, { user_uuid: `${user_uuid}x` }])
    expect(personOf(odd)).toBeNull();
});
