import { describe, expect, test } from "vitest";
import type { Area } from "#src/kit/api/roles-and-permissions.ts";
import { findArea, readStored, readRole, sessionKeys, parseShops, getStorageKey } from "./session.rules.ts";

const shop = { shop_uuid: "s", name: "Demo shop", provider_uuid: "p" };
const whole: Readonly<Record<string, string>> = {
  accessToken: "a",
  csrfToken: "c",
  username: "person",
  role: "Provider",
  relatedId: "r",
  avatar: "i",
  shops: JSON.stringify([shop]),
  since: "1700000000000",
};
const read = (area: Area, kept: Readonly<Record<string, string>>) => readStored(area, (key) => kept[key] ?? null);
const without = (key: string) => Object.fromEntries(Object.entries(whole).filter(([name]) => name !== key));

describe("a stored session", () => {
  test("is valid with a token, a username and a role", () => {
    expect(read("p", whole)).toEqual({
      kind: "session",
      session: {
        accessToken: "a",
        csrfToken: "c",
        username: "person",
        role: "Provider",
        relatedId: "r",
        avatar: "i",
        shops: [shop],
        since: 1700000000000,
      },
    });
  });

  test("is valid when only data that can be fetched again is missing", () => {
    const bare = read("p", { accessToken: "a", username: "person", role: "Operator" });
    expect(bare).toMatchObject({ kind: "session", session: { csrfToken: "", relatedId: "", avatar: "", shops: [], since: 0 } });
  });

  test("is absent without a token", () => {
    expect(read("p", without("accessToken"))).toEqual({ kind: "none" });
    expect(read("p", { ...whole, accessToken: "" })).toEqual({ kind: "none" });
  });

  test("is broken when a token has no username or no valid role", () => {
    expect(read("p", without("role"))).toEqual({ kind: "broken" });
    expect(read("p", without("username"))).toEqual({ kind: "broken" });
    expect(read("p", { ...whole, role: "provider" })).toEqual({ kind: "broken" });
  });

  test.each([
    ["p", "Drop shipper"],
    ["ds", "Provider"],
    ["ds", "Operator"],
    ["p", "Customer"],
    ["ds", "Customer"],
  ] as const)("is broken in /%s for a %s, who has no access there", (area, role) => {
    expect(read(area, { ...whole, role })).toEqual({ kind: "broken" });
  });

  test.each([
    ["p", "Provider"],
    ["p", "Operator"],
    ["ds", "Drop shipper"],
    ["p", "Site administrator"],
    ["ds", "Site administrator"],
  ] as const)("is valid in /%s for a %s", (area, role) => {
    expect(read(area, { ...whole, role }).kind).toBe("session");
  });

  test("has a start time only when the stored value is a number", () => {
    expect(read("p", { ...whole, since: "yesterday" })).toMatchObject({ session: { since: 0 } });
  });
});

describe("the effective role", () => {
  test("is provider, operator or dropShipper by the stored value, and null for any other", () => {
    expect(["Provider", "Operator", "Drop shipper"].map(readRole)).toEqual(["provider", "operator", "dropShipper"]);
    for (const word of ["", "provider", "Admin", null, undefined, 1]) expect(readRole(word)).toBeNull();
  });
});

describe("the list of shops", () => {
  test("is read back as saved", () => {
    expect(parseShops(JSON.stringify([shop, shop]))).toEqual([shop, shop]);
  });

  test.each([null, "", "[", "{}", "7", "null", '"[]"', '[{"shop_uuid":"s"}]'])("is empty when %j is stored", (stored) => {
    expect(parseShops(stored)).toEqual([]);
  });

  test("leaves out entries that are not shops", () => {
    expect(parseShops(JSON.stringify([null, 1, shop, { ...shop, name: 2 }]))).toEqual([shop]);
  });
});

test("the area is found from the path, matching whole segments only", () => {
  expect(["/p", "/p/home", "/ds", "/ds/login"].map(findArea)).toEqual(["p", "p", "ds", "ds"]);
  expect(["/", "/signup", "/product", "/dsx/home", "/private-policy"].map(findArea)).toEqual([null, null, null, null, null]);
});

test("the two areas share no storage key", () => {
  const keys = (["p", "ds"] as const).flatMap((area) => sessionKeys.map((key) => getStorageKey(area, key)));
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys).not.toContain("theme");
});
