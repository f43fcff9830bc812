import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anonymous } from "#server/platform/db/row-security.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { nameBucket, countAgainst, toNetwork, uncount } from "#server/platform/http/rate-limits.commands.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const now = new Date("2026-03-01T12:00:00Z");
const minuteMs = 60_000;
const count = (bucket: string, at = now) =>
  test.services.database.transaction(anonymous, (tx) => countAgainst(tx, bucket, 3, minuteMs, at));

describe("a count", () => {
  it("allows as many as its limit in a window, and starts again in the next", async () => {
    const bucket = nameBucket("test", "one");
    expect([await count(bucket), await count(bucket), await count(bucket), await count(bucket)]).toEqual([true, true, true, false]);
    expect(await count(bucket, new Date(now.getTime() + minuteMs - 1))).toBe(false);
    expect(await count(bucket, new Date(now.getTime() + minuteMs))).toBe(true);
  });

  it("allows no more when all requests come at once", async () => {
    const bucket = nameBucket("test", "many");
    const allowed = await Promise.all(Array.from({ length: 40 }, () => count(bucket)));
    expect(allowed.filter(Boolean)).toHaveLength(3);
  });

  it("can be undone, and never falls below zero", async () => {
    const bucket = nameBucket("test", "taken back");
    const takeBack = () => test.services.database.transaction(anonymous, (tx) => uncount(tx, bucket, minuteMs, now));
    await takeBack();
    await count(bucket);
    await takeBack();
    await takeBack();
    expect([await count(bucket), await count(bucket), await count(bucket), await count(bucket)]).toEqual([true, true, true, false]);
  });

  it("does not contain the name it is for", () => {
    expect(nameBucket("accounts.sign-in account", "somebody@example.test")).toMatch(/^accounts\.sign-in account [\w-]{43}$/);
    expect(nameBucket("test", "a")).not.toBe(nameBucket("test", "b"));
  });
});

describe("the network an address counts for", () => {
  it.each([
    ["203.0.113.9", "203.0.113.9"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["::FFFF:203.0.113.9", "203.0.113.9"],
    ["::1", "0:0:0:0"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["2001:0DB8:0001:0002:aaaa:bbbb:cccc:dddd", "2001:db8:1:2"],
    ["2001:db8:1:2::", "2001:db8:1:2"],
    ["fe80::1%eth0", "fe80:0:0:0"],
    ["", ""],
  ])("%s is %s", (address, network) => expect(toNetwork(address)).toBe(network));
});
