import "fake-indexeddb/auto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { freePlan, proPlan } from "#src/pro/plan/plan.contract.ts";
import { EntitlementServer } from "#tests/factories/entitlement-server.ts";
import { askServerAt } from "./device-server.ts";
import { DeviceEntitlement } from "./device-entitlement.ts";
import { clockBackToleranceMs, tokenLifeMs } from "./entitlement.rules.ts";
import { isWaiting } from "./pro-status.rules.ts";

/** Results arrive at once; only a busy machine needs longer. */
const patient = { timeout: 60_000 };

// The browser's storage, in memory: webextension-polyfill does not load outside an extension.
const fake = vi.hoisted(() => ({ stored: {} as Record<string, unknown> }));

vi.mock("webextension-polyfill", () => ({
  default: {
    storage: {
      local: {
        get: async (keys: string[]) =>
          structuredClone(Object.fromEntries(keys.filter((key) => key in fake.stored).map((key) => [key, fake.stored[key]]))),
        set: async (patch: Record<string, unknown>) => void (fake.stored = { ...fake.stored, ...structuredClone(patch) }),
      },
    },
  },
}));

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

let server: EntitlementServer;
let pro: DeviceEntitlement;
let opened: string[];
/** the device's clock minus the server's, in ms */
let driftMs: number;
/** both clocks minus the machine's, in ms, to let days pass */
let laterMs: number;

/** The backgrounds of a test, stopped at its end. */
const backgrounds: DeviceEntitlement[] = [];

function newBackground(): DeviceEntitlement {
  const made = new DeviceEntitlement(
    {
      ask: askServerAt(server.origin),
      keys: server.keys.publicKeys,
      now: async () => Date.now() + laterMs + driftMs,
      name: "Chrome, Linux",
      language: async () => "en_us",
      openPage: async (url) => void opened.push(url),
    },
    true,
  );
  backgrounds.push(made);
  return made;
}

beforeEach(async () => {
  indexedDB.deleteDatabase("quayside-entitlement");
  fake.stored = {};
  opened = [];
  driftMs = 0;
  laterMs = 0;
  server = await EntitlementServer.open();
  server.now = () => Date.now() + laterMs;
  pro = newBackground();
});

afterEach(async () => {
  // With empty storage nothing waits, so that no background reaches into the next test.
  fake.stored = {};
  for (const background of backgrounds.splice(0)) await background.stopLink();
  await server.close();
});

/** Links the device; with Pro if the account has it. */
async function link(hasPro: boolean): Promise<void> {
  await pro.link("use");
  server.state = "APPROVED";
  if (hasPro) server.proUntil = server.now() + 30 * dayMs;
  server.changed();
  await vi.waitFor(async () => {
    expect((await pro.status()).account).toBe("s…@example.com");
  }, patient);
}

const stored = () => fake.stored["entitlement"] as Record<string, unknown>;
const change = (patch: object) => void (fake.stored["entitlement"] = { ...stored(), ...patch });

describe("linking", () => {
  test("opens the page with the code, and ends with Pro when the account has it", async () => {
    const { linking, isLinked, plan } = await pro.link("buy");
    expect({ linking, isLinked, plan }).toMatchObject({ linking: { userCode: "BCDF-GHJK", goal: "buy" }, isLinked: false, plan: "free" });
    expect(opened).toEqual([`${server.origin}/esty-link?code=BCDF-GHJK`]);
    await link(true);
    const status = await pro.status();
    expect(status).toMatchObject({ plan: "pro", whyFree: null, isLinked: true, linking: null, problem: null, left: null });
    expect(await pro.plan()).toEqual(proPlan);
  });

  test("requests one code, however often it is pressed, and opens its page again", async () => {
    await Promise.all([pro.link("buy"), pro.link("buy")]);
    await pro.link("buy");
    expect(server.asked.filter((name) => name === "start-link")).toHaveLength(1);
    expect(opened).toHaveLength(2);
  });

  test("reports a payment to the waiting page with the answer that the server held open", async () => {
    await link(false);
    expect(await pro.status()).toMatchObject({ plan: "free", whyFree: "none", isLinked: true });
    await vi.waitFor(() => expect(server.asked.filter((name) => name === "renew-token").length).toBeGreaterThan(1), patient);
    const waiting = pro.status(true);
    server.proUntil = server.now() + 30 * dayMs;
    server.changed();
    expect(await waiting).toMatchObject({ plan: "pro" });
  });

  test("continues in a new background", async () => {
    await pro.link("use");
    const next = newBackground();
    void next.goOn();
    server.state = "APPROVED";
    server.proUntil = server.now() + 30 * dayMs;
    server.changed();
    await vi.waitFor(async () => expect(await next.plan()).toEqual(proPlan), patient);
  });

  test.each([
    ["DENIED", "denied"],
    ["EXPIRED", "codeExpired"],
  ] as const)("reports that it ended with %s, and can be started again", async (state, left) => {
    await pro.link("use");
    server.state = state;
    server.changed();
    await vi.waitFor(async () => expect(await pro.status()).toMatchObject({ left, linking: null, isLinked: false }), patient);
    server.state = "PENDING";
    expect(await pro.link("use")).toMatchObject({ left: null, linking: { userCode: "BCDF-GHJK" } });
  });

  test("expires on time, without an answer from the server", async () => {
    await pro.link("use");
    server.isDown = true;
    laterMs = 15 * 60_000;
    expect(await pro.status()).toMatchObject({ linking: null, left: "codeExpired" });
  });

  test("is forgotten when it is stopped: a later approval of its code has no effect", async () => {
    await pro.link("use");
    await pro.stopLink();
    server.state = "APPROVED";
    server.changed();
    expect(await pro.status(true)).toMatchObject({ isLinked: false, linking: null, left: null });
  });

  test("reports that the server cannot be reached when it is down", async () => {
    server.isDown = true;
    expect(await pro.link("buy")).toMatchObject({ problem: "unreachable", linking: null });
    expect(opened).toEqual([]);
  });
});

describe("Pro on a linked device", () => {
  test("lasts a week without the server, and not a moment longer", async () => {
    await link(true);
    server.isDown = true;
    laterMs = tokenLifeMs - hourMs;
    expect(await pro.plan()).toEqual(proPlan);
    expect(await pro.renewNow()).toMatchObject({ plan: "pro", problem: "unreachable" });
    laterMs = tokenLifeMs;
    expect(await pro.status()).toMatchObject({ plan: "free", whyFree: "expired" });
    server.isDown = false;
    expect(await pro.planForWork()).toEqual(proPlan);
    expect(await pro.status()).toMatchObject({ plan: "pro", problem: null });
  });

  test("is renewed on reading the plan once its token is a day old, and not before", async () => {
    await link(true);
    const before = server.asked.length;
    laterMs = dayMs - hourMs;
    await pro.plan();
    expect(server.asked).toHaveLength(before);
    const old = stored()["token"];
    laterMs = dayMs + hourMs;
    expect(await pro.plan()).toEqual(proPlan);
    await vi.waitFor(() => expect(stored()["token"]).not.toBe(old), patient);
  });

  test("ends with the paid period after a cancellation, and says so without the server", async () => {
    await link(true);
    server.isEnding = true;
    server.proUntil = server.now() + 2 * dayMs;
    await pro.renewNow();
    server.isDown = true;
    laterMs = dayMs;
    expect(await pro.status()).toMatchObject({ plan: "pro", isEnding: true });
    laterMs = 2 * dayMs + hourMs;
    expect(await pro.status()).toMatchObject({ plan: "free", whyFree: "ended" });
  });

  test("ends at the next renewal after the account has lost it", async () => {
    await link(true);
    server.proUntil = null;
    expect(await pro.renewNow()).toMatchObject({ plan: "free", whyFree: "none", isLinked: true });
    expect(stored()["token"]).toBeNull();
  });

  test("ends at once when the device is removed, and says so", async () => {
    await link(true);
    server.isRemoved = true;
    expect(await pro.renewNow()).toMatchObject({ plan: "free", isLinked: false, left: "removed", account: "" });
    expect(stored()["token"]).toBeNull();
  });

  test("is suspended at once when the account is blocked, reports that and no missing payment, and resumes with the account", async () => {
    await link(true);
    server.isBlocked = true;
    const status = await pro.renewNow();
    expect(status).toMatchObject({ plan: "free", isLinked: true, problem: "blocked", account: "s…@example.com" });
    expect(stored()["token"]).toBeNull();
    expect(isWaiting(status)).toBe(false);
    expect(await pro.openSession()).toBeNull();
    expect(await pro.status()).toMatchObject({ problem: "blocked" });
    server.isBlocked = false;
    expect(await pro.renewNow()).toMatchObject({ plan: "pro", problem: null });
  });

  test("has a device id only while the device is linked", async () => {
    expect(await pro.status()).toMatchObject({ deviceUuid: null });
    await link(true);
    expect(await pro.status()).toMatchObject({ deviceUuid: server.deviceUuid });
    expect(await pro.unlink()).toMatchObject({ deviceUuid: null });
  });

  test("comes from the token alone: no other stored value grants it", async () => {
    await link(false);
    change({ plan: "pro", plan_id: "pro", isPro: true, proUntil: Date.now() + dayMs, token: "pro" });
    server.isDown = true;
    expect(await pro.status()).toMatchObject({ plan: "free", whyFree: "forged" });
    expect(await pro.planForWork()).toEqual(freePlan);
  });

  test("is not granted by a token copied from another device", async () => {
    await link(true);
    server.isDown = true;
    indexedDB.deleteDatabase("quayside-entitlement");
    expect(await newBackground().status()).toMatchObject({ plan: "free", whyFree: "wrongDevice" });
  });
});

describe("the clock", () => {
  test("is refused at once when it is set back, and accepted again when the server sends the time", async () => {
    await link(true);
    server.isDown = true;
    laterMs = 3 * dayMs;
    expect(await pro.plan()).toEqual(proPlan);
    await vi.waitFor(() => expect(fake.stored["entitlement.lastSeen"]).toBeGreaterThan(Date.now() + 2 * dayMs), patient);
    driftMs = -clockBackToleranceMs - 60_000;
    expect(await pro.status()).toMatchObject({ plan: "free", whyFree: "clockBack" });
    server.isDown = false;
    expect(await pro.renewNow()).toMatchObject({ plan: "pro", whyFree: null, problem: null });
  });

  test.each([
    ["fast", 9 * hourMs],
    ["slow", -9 * hourMs],
  ])("may be hours too %s", async (_name, drift) => {
    driftMs = drift;
    await link(true);
    const { plan, goodUntil } = await pro.status();
    expect(plan).toBe("pro");
    // By the clock that the user sees.
    expect(Math.abs((goodUntil ?? 0) - (Date.now() + drift + tokenLifeMs))).toBeLessThan(60_000);
  });

  test("counts as set back when it is corrected from far ahead, until the server is asked", async () => {
    driftMs = 400 * dayMs;
    await link(true);
    driftMs = 0;
    server.isDown = true;
    expect(await pro.status()).toMatchObject({ plan: "free", whyFree: "clockBack" });
    server.isDown = false;
    expect(await pro.planForWork()).toEqual(proPlan);
  });
});

describe("unlinking", () => {
  test("removes the device on the server, and leaves nothing stored", async () => {
    await link(true);
    expect(await pro.unlink()).toMatchObject({ isLinked: false, left: null, account: "", plan: "free" });
    expect(server.asked.slice(-2)).toEqual(["open-session", "remove-device"]);
    expect(stored()).toMatchObject({ deviceUuid: null, token: null, proUntil: null });
  });

  test("works without the server, and says that the server does not know", async () => {
    await link(true);
    server.isDown = true;
    expect(await pro.unlink()).toMatchObject({ isLinked: false, left: "unlinkedHere", plan: "free" });
  });
});

describe("a stored value", () => {
  test.each([["nonsense"], [null], [{ deviceUuid: 7, pending: { url: 1 }, clockOffsetMs: "x" }]])(
    "that is not an entitlement leaves the device unlinked: %j",
    async (nonsense) => {
      fake.stored = { entitlement: nonsense, "entitlement.lastSeen": "soon" };
      expect(await pro.status()).toMatchObject({ isLinked: false, plan: "free", whyFree: "notLinked", linking: null, problem: null });
    },
  );
});

test("a build without a server sells nothing and calls no server", async () => {
  const lone = new DeviceEntitlement(
    {
      ask: askServerAt(""),
      keys: [],
      now: async () => Date.now(),
      name: "Chrome, Linux",
      language: async () => "en_us",
      openPage: async (url) => void opened.push(url),
    },
    false,
  );
  expect(await lone.link("buy")).toMatchObject({ isSold: false, linking: null, plan: "free", problem: null });
  expect(await lone.status(true)).toMatchObject({ isSold: false });
  expect(await lone.openSession()).toBeNull();
  expect(opened).toEqual([]);
});
