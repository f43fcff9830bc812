import { generateKeyPairSync } from "node:crypto";
import type { JsonWebKey } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLocalJWKSet, decodeJwt, jwtVerify } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listSessions, renewSession, signOut } from "#src/company/accounts/accounts.contract.ts";
import { codes } from "#src/kit/api/codes.ts";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import { listDevices, openDeviceSession, renewToken, startLink } from "#src/pro/entitlement/entitlement.contract.ts";
import { proofToleranceMs, tokenType } from "#src/pro/entitlement/entitlement.rules.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { anonymous } from "#server/platform/db/row-security.ts";
import { openEntitlementKeys } from "#server/platform/runtime/entitlement-signer.ts";
import { ensureDefaultSites } from "#server/company/sites/sites.commands.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request } from "#tests/server/client.ts";
import { giveSubscription, linkDevice, makeDevice, renewAs } from "#tests/server/test-device.ts";
import type { ProofChanges, TestDevice, TestSubscription } from "#tests/server/test-device.ts";
import { addPerson } from "#tests/server/world.ts";
import type { Person } from "#tests/server/world.ts";

let test: TestApp;
let customer: Person;
let device: TestDevice;
let deviceUuid: string;
let names = 0;
beforeAll(async () => {
  test = await startTestApp();
  const origins = { application: "https://quay.example.com", homepage: "https://www.example.com" };
  await test.services.database.transaction(anonymous, (tx) => ensureDefaultSites(tx, origins, test.clock.now()));
});
afterAll(() => test.close());
beforeEach(async () => {
  test.clock.set(new Date());
  customer = await addPerson(test, { username: `subscriber-${(names += 1)}`, role: "customer" });
  device = await makeDevice();
  deviceUuid = await linkDevice(test, device, customer);
});

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const fromNow = (ms: number) => new Date(test.clock.now().getTime() + ms);
const subscribe = (given: TestSubscription) => giveSubscription(test, customer.userUuid, given);
const renew = (waitS = 0) => renewAs(test, device, deviceUuid, waitS);
const newKey = () => generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" });
const seconds = (time: Date) => Math.floor(time.getTime() / 1000);

/** Verifies a token as the extension does: with the public keys, its type and the time. */
async function verified(token: string | null) {
  const keys = createLocalJWKSet({ keys: [...test.services.entitlementKeys.publicKeys] });
  return jwtVerify(token ?? "", keys, { typ: tokenType, algorithms: ["Ed25519"], currentDate: test.clock.now() });
}

describe("a device's token", () => {
  it("is signed, bound to the device's key and valid for a week", async () => {
    await subscribe({ periodEnd: fromNow(30 * dayMs) });
    const { data } = await renew();
    const { payload, protectedHeader } = await verified(data.token);
    expect(protectedHeader.kid).toBe(test.services.entitlementKeys.publicKeys[0]?.kid);
    expect(payload).toEqual({
      iss: "quayside",
      sub: deviceUuid,
      plan: "pro",
      iat: seconds(test.clock.now()),
      exp: seconds(fromNow(7 * dayMs)),
      cnf: { jkt: device.thumbprint },
    });
    expect(data).toMatchObject({
      plan_id: "pro",
      is_ending: false,
      pro_until: fromNow(31 * dayMs).toISOString(),
      account: "s…@example.test",
      server_time: test.clock.now().toISOString(),
    });
  });

  const inDays = (days: number) => fromNow(days * dayMs);
  it.each([
    ["a period that ends sooner and is cancelled", () => ({ periodEnd: inDays(3), isCancelled: true }), 3, true],
    ["a period that ends sooner and is paid again a day later at most", () => ({ periodEnd: inDays(3) }), 4, false],
    ["a trial", () => ({ status: "TRIALING" as const, periodEnd: inDays(20) }), 7, false],
    [
      "a late payment: a week from when it was missed",
      () => ({ status: "PAST_DUE" as const, periodEnd: inDays(28), pastDueSince: inDays(-2) }),
      5,
      false,
    ],
  ])("ends with %s", async (_what, given, days, isEnding) => {
    await subscribe(given());
    const { data } = await renew();
    expect((await verified(data.token)).payload.exp).toBe(seconds(inDays(days)));
    expect(data.is_ending).toBe(isEnding);
  });

  it.each([
    ["no subscription", null],
    ["one whose period is over", { periodEnd: -1, isCancelled: true }],
    ["one that is late by more than a week", { status: "PAST_DUE", periodEnd: 20 * dayMs, pastDueSince: -7 * dayMs }],
    ["one that is not paid yet", { status: "INCOMPLETE", periodEnd: 30 * dayMs }],
    ["one that is paused", { status: "PAUSED", periodEnd: 30 * dayMs }],
    ["one that ended", { status: "CANCELED", periodEnd: 30 * dayMs }],
    ["one that was given up", { status: "EXPIRED", periodEnd: 30 * dayMs }],
  ] as const)("is null with %s", async (_what, given) => {
    if (given !== null) {
      const { periodEnd, ...rest } = given;
      const pastDueSince = "pastDueSince" in given ? fromNow(given.pastDueSince) : null;
      await subscribe({ ...rest, periodEnd: fromNow(periodEnd), pastDueSince });
    }
    expect((await renew()).data).toMatchObject({ token: null, plan_id: "free", pro_until: null, is_ending: false });
  });

  it("follows the best of several subscriptions, and nobody else's", async () => {
    const other = await addPerson(test, { username: `subscriber-${(names += 1)}`, role: "customer" });
    await giveSubscription(test, other.userUuid, { periodEnd: fromNow(30 * dayMs) });
    expect((await renew()).data.token).toBeNull();
    await subscribe({ status: "CANCELED", periodEnd: fromNow(90 * dayMs) });
    await subscribe({ periodEnd: fromNow(2 * dayMs), isCancelled: true });
    await subscribe({ periodEnd: fromNow(4 * dayMs) });
    expect(decodeJwt((await renew()).data.token ?? "").exp).toBe(seconds(fromNow(5 * dayMs)));
  });

  it("is refused while the account is blocked, and so is a session", async () => {
    await subscribe({ periodEnd: fromNow(30 * dayMs) });
    await test.services.database.transaction(anonymous, (tx) =>
      tx.updateTable("app_user").set({ status: "blocked" }).where("user_uuid", "=", customer.userUuid).execute(),
    );
    expect(await renew(20)).toMatchObject({ code: codes.accountBlocked.code, data: null });
    const proof = await device.proof(openDeviceSession, test.clock.now());
    expect((await request(test.app, openDeviceSession, { device_uuid: deviceUuid, proof })).code).toBe(codes.accountBlocked.code);
  });

  it("is returned to a waiting device when Pro begins", async () => {
    const waiting = renew(20);
    await subscribe({ periodEnd: fromNow(30 * dayMs) });
    expect((await waiting).data.plan_id).toBe("pro");
  });

  it("is recorded once an hour", async () => {
    const lastRenewed = async () => (await request(test.app, listDevices, {}, { token: customer.token })).data.result[0]?.last_renewed_at;
    const first = test.clock.now().toISOString();
    await renew();
    expect(await lastRenewed()).toBe(first);
    test.clock.advance(hourMs);
    await renew();
    expect(await lastRenewed()).toBe(first);
    test.clock.advance(1);
    await renew();
    expect(await lastRenewed()).toBe(test.clock.now().toISOString());
  });

  it("signed with an old key stays valid after rotation, and one signed with an unknown key is invalid", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "quayside-keys-"));
    const [older, newer] = [newKey(), newKey()];
    const open = (...keys: JsonWebKey[]) => openEntitlementKeys(dataDir, JSON.stringify({ keys }));
    const [before, after] = [open(older), open(newer, older)];
    rmSync(dataDir, { recursive: true });
    const claims = { iss: "quayside", sub: deviceUuid, plan: "pro", iat: 0, exp: seconds(fromNow(dayMs)), cnf: { jkt: "x" } } as const;
    const known = createLocalJWKSet({ keys: [...after.publicKeys] });
    for (const keys of [before, after]) await expect(jwtVerify(keys.sign(claims), known, { typ: tokenType })).resolves.toBeDefined();
    await subscribe({ periodEnd: fromNow(30 * dayMs) });
    const { token } = (await renew()).data;
    await expect(jwtVerify(token ?? "", known, { typ: tokenType })).rejects.toThrow("no applicable key");
  });
});

describe("a proof", () => {
  const tryWith = async (changes: ProofChanges, uuid = deviceUuid) => {
    const proof = await device.proof(renewToken, test.clock.now(), changes);
    return (await request(test.app, renewToken, { device_uuid: uuid, proof })).code;
  };
  const wrong = codes["entitlement.proofWrong"].code;

  it.each<[string, () => Promise<ProofChanges>]>([
    ["signed by another's key under this one's name", async () => ({ signedBy: await makeDevice() })],
    ["of another call's path", async () => ({ payload: { htu: "/v1/api/entitlement/open-session" } })],
    ["of another method", async () => ({ payload: { htm: "GET" } })],
    ["without an id", async () => ({ payload: { jti: "" } })],
    ["without a time", async () => ({ payload: { iat: "now" } })],
    ["of another type", async () => ({ header: { typ: "JWT" } })],
    ["with something critical that nobody knows", async () => ({ header: { kid: "x" } })],
    ["with a private key in it", async () => ({ header: { jwk: { ...device.publicKey, d: "x".repeat(43) } } })],
    ["with a point that is not on the curve", async () => ({ header: { jwk: { ...device.publicKey, y: "A".repeat(43) } } })],
  ])("%s is refused", async (_what, changes) => {
    expect(await tryWith(await changes())).toBe(wrong);
  });

  it("of another device is refused, although it is valid", async () => {
    const other = await makeDevice();
    const otherUuid = await linkDevice(test, other, customer);
    expect((await renewAs(test, other, deviceUuid)).code).toBe(wrong);
    expect((await renewAs(test, device, otherUuid)).code).toBe(wrong);
    expect((await request(test.app, listDevices, {}, { token: customer.token })).data.result.map((row) => row.last_renewed_at)).toEqual([
      null,
      null,
    ]);
  });

  it.each(["", "x", "a.b.c", "e30.e30.AA"])("that is malformed (%j) is refused", async (proof) => {
    expect((await request(test.app, renewToken, { device_uuid: deviceUuid, proof })).code).toBe(wrong);
    const form = { public_key: device.publicKey, device_name: "Chrome", language: "en_us", proof } as const;
    expect((await request(test.app, startLink, form)).code).toBe(wrong);
  });

  it("that is unsigned, which RFC 7515 allows as `none`, is refused", async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const payload = { htm: "POST", htu: "/v1/api/entitlement/renew-token", iat: seconds(test.clock.now()), jti: newId() };
    const proof = `${part({ typ: "dpop+jwt", alg: "none", jwk: device.publicKey })}.${part(payload)}.`;
    expect((await request(test.app, renewToken, { device_uuid: deviceUuid, proof })).code).toBe(wrong);
  });

  it("for a key other than the one to be linked is refused", async () => {
    const proof = await device.proof(startLink, test.clock.now());
    const form = { public_key: (await makeDevice()).publicKey, device_name: "Chrome", language: "en_us", proof } as const;
    expect((await request(test.app, startLink, form)).code).toBe(wrong);
  });

  it("is accepted from a clock off by up to ten minutes; beyond that the refusal says that the clock is wrong", async () => {
    const at = (ms: number) => tryWith({ payload: { iat: seconds(fromNow(ms)) } });
    test.clock.set(new Date(Math.floor(Date.now() / 1000) * 1000));
    expect(await at(proofToleranceMs)).toBe(200);
    expect(await at(-proofToleranceMs)).toBe(200);
    for (const ms of [proofToleranceMs + 1000, -proofToleranceMs - 1000]) expect(await at(ms)).toBe(codes["entitlement.clockWrong"].code);
  });

  it("for an unknown device is refused as for a removed one", async () => {
    expect(await tryWith({}, newId())).toBe(codes["entitlement.deviceRemoved"].code);
  });
});

describe("a session opened by a device", () => {
  const open = async (): Promise<OutputOf<typeof openDeviceSession>> => {
    const proof = await device.proof(openDeviceSession, test.clock.now());
    return (await request(test.app, openDeviceSession, { device_uuid: deviceUuid, proof })).data;
  };

  it("belongs to the customer: it is listed by the device's name, renewed and ended like any other", async () => {
    const { access_token: token, email } = await open();
    expect(email).toBe(`${customer.username}@example.test`);
    const { data } = await request(test.app, listSessions, {}, { token });
    expect(data.result[0]).toMatchObject({ area: "customer", device: `Chrome on Linux · ${deviceUuid}`, is_current: true });
    const renewed = await request(test.app, renewSession, {}, { token });
    expect(renewed.code).toBe(200);
    expect((await request(test.app, signOut, {}, { token: renewed.data.access_token })).code).toBe(200);
    expect((await request(test.app, listSessions, {}, { token: renewed.data.access_token })).code).toBe(codes.loginExpired.code);
  });

  it("is opened once per proof, however late the proof is sent again", async () => {
    const halfWindowMs = 2 * proofToleranceMs;
    // on both sides of each window's border
    for (const border of [0, 1]) {
      const even = Math.ceil(Date.now() / (2 * halfWindowMs)) * 2 * halfWindowMs;
      const first = even + border * halfWindowMs - proofToleranceMs;
      test.clock.set(new Date(first));
      const proof = await device.proof(openDeviceSession, test.clock.now(), { payload: { iat: (first + proofToleranceMs) / 1000 } });
      const send = async () => (await request(test.app, openDeviceSession, { device_uuid: deviceUuid, proof })).code;
      expect(await send()).toBe(200);
      for (const ms of [0, proofToleranceMs - 1, proofToleranceMs, 2 * proofToleranceMs]) {
        test.clock.set(new Date(first + ms));
        expect(await send()).toBe(codes["entitlement.proofWrong"].code);
      }
      test.clock.advance(1);
      expect(await send()).toBe(codes["entitlement.clockWrong"].code);
    }
  });

  it("is opened once by a proof sent many times at once", async () => {
    const proof = await device.proof(openDeviceSession, test.clock.now());
    const sent = Array.from({ length: 5 }, () => request(test.app, openDeviceSession, { device_uuid: deviceUuid, proof }));
    expect((await Promise.all(sent)).filter(({ code }) => code === 200)).toHaveLength(1);
  });

  it("is limited to sixty an hour", async () => {
    const opened = await Promise.all(Array.from({ length: 61 }, open));
    expect(opened.filter((session) => session === null)).toHaveLength(1);
  });
});
