import { describe, expect, test } from "vitest";
import type { EntitlementClaims } from "./entitlement.rules.ts";
import { clockBackToleranceMs, renewAfterMs, tokenLifeMs } from "./entitlement.rules.ts";
import type { Evidence } from "./token.rules.ts";
import { isRenewalDue, decidePlan } from "./token.rules.ts";

const born = 1_800_000_000_000;
const claims: EntitlementClaims = {
  iss: "http://quayside.localhost",
  sub: "device-1",
  plan: "pro",
  iat: born / 1000,
  exp: (born + tokenLifeMs) / 1000,
  cnf: { jkt: "key-1" },
};
const good: Evidence = { reading: claims, deviceUuid: "device-1", jkt: "key-1", now: born + 1000, lastSeen: born };
const of = (change: Partial<Evidence>) => decidePlan({ ...good, ...change });

describe("the plan in force", () => {
  test("is Pro with a token for this device, until the token expires", () => {
    expect(of({})).toEqual({ plan: "pro", goodUntil: born + tokenLifeMs });
    expect(of({ now: born + tokenLifeMs - 1 })).toMatchObject({ plan: "pro" });
    expect(of({ now: born + tokenLifeMs })).toEqual({ plan: "free", why: "expired" });
  });

  test("is free without a link, without a token, and with a forged one", () => {
    expect(of({ deviceUuid: null })).toEqual({ plan: "free", why: "notLinked" });
    expect(of({ reading: null })).toEqual({ plan: "free", why: "none" });
    expect(of({ reading: "forged" })).toEqual({ plan: "free", why: "forged" });
  });

  test("is free with another device's token, with another key, and when the device's own key is gone", () => {
    expect(of({ deviceUuid: "device-2" })).toEqual({ plan: "free", why: "wrongDevice" });
    expect(of({ jkt: "key-2" })).toEqual({ plan: "free", why: "wrongDevice" });
    expect(of({ jkt: null })).toEqual({ plan: "free", why: "wrongDevice" });
  });

  test("is free while the clock is behind its latest time, beyond a correction of some minutes", () => {
    const lastSeen = born + 3 * 24 * 3_600_000;
    expect(of({ lastSeen, now: lastSeen - clockBackToleranceMs })).toMatchObject({ plan: "pro" });
    expect(of({ lastSeen, now: lastSeen - clockBackToleranceMs - 1 })).toEqual({ plan: "free", why: "clockBack" });
    // The stored moment may be lost; the token contains its time of issue.
    expect(of({ lastSeen: 0, now: born - clockBackToleranceMs - 1 })).toEqual({ plan: "free", why: "clockBack" });
  });
});

describe("a renewal is due", () => {
  const due = (change: Partial<Evidence>) => isRenewalDue(of(change), { ...good, ...change });

  test("once a token is older than a day", () => {
    expect(due({ now: born + renewAfterMs })).toBe(false);
    expect(due({ now: born + renewAfterMs + 1 })).toBe(true);
  });

  test("whenever a linked device has no Pro, and never when the device is not linked", () => {
    expect(due({ reading: null })).toBe(true);
    expect(due({ lastSeen: born + 3_600_000 })).toBe(true);
    expect(due({ deviceUuid: null, reading: null })).toBe(false);
  });
});
