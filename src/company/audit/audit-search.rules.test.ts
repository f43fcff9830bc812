import { expect, test } from "vitest";
import { auditSearch } from "./audit-search.rules.ts";

test("one user's entries are shown when the URL names a user by id, and everyone's otherwise", () => {
  const user_uuid = "01990000-0000-7000-8000-0000003f9a2c";
  expect(auditSearch.parse({ user_uuid, page: 3 })).toEqual({ user_uuid, page: 3 });
  for (const odd of [{}, { user_uuid: "" }, { user_uuid: "me" }, { user_uuid: 7 }, { user_uuid: `${user_uuid}x` }])
    expect(auditSearch.parse(odd).user_uuid).toBeUndefined();
});
