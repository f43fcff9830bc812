import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listSessions } from "#src/company/accounts/accounts.contract.ts";
import { codes } from "#src/kit/api/codes.ts";
import {
  decideLink,
  listDevices,
  lookUpLink,
  openDeviceSession,
  pollLink,
  removeDevice,
} from "#src/pro/entitlement/entitlement.contract.ts";
import { codeLetters } from "#src/pro/entitlement/entitlement.rules.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { anonymous } from "#server/platform/db/row-security.ts";
import { ensureDefaultSites } from "#server/company/sites/sites.commands.ts";
import { auditRows, freshAddress, mailsTo } from "#tests/server/accounts.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request } from "#tests/server/client.ts";
import { giveSubscription, linkDevice, makeDevice, renewAs, startLinking } from "#tests/server/test-device.ts";
import { addPerson } from "#tests/server/world.ts";
import type { Person } from "#tests/server/world.ts";

let test: TestApp;
let names = 0;
beforeAll(async () => {
  test = await startTestApp();
  const origins = { application: "https://quay.example.com", homepage: "https://www.example.com" };
  await test.services.database.transaction(anonymous, (tx) => ensureDefaultSites(tx, origins, test.clock.now()));
});
afterAll(() => test.close());

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const newCustomer = () => addPerson(test, { username: `shopper-${(names += 1)}`, role: "customer" });
const decideAs = (customer: Person, user_code: string, decision: "approve" | "deny" = "approve") =>
  request(test.app, decideLink, { user_code, decision }, { token: customer.token });
const lookAs = (customer: Person, user_code: string) => request(test.app, lookUpLink, { user_code }, { token: customer.token });
const poll = async (device_code: string, wait_s = 0) => (await request(test.app, pollLink, { device_code, wait_s })).data;
const devicesOf = async (customer: Person) => (await request(test.app, listDevices, {}, { token: customer.token })).data;
const removeAs = (customer: Person, device_uuid: string) => request(test.app, removeDevice, { device_uuid }, { token: customer.token });
async function openSession(device: Awaited<ReturnType<typeof makeDevice>>, device_uuid: string) {
  const proof = await device.proof(openDeviceSession, test.clock.now());
  return request(test.app, openDeviceSession, { device_uuid, proof });
}

describe("a device is linked", () => {
  it("by a code that its owner compares and approves", async () => {
    const customer = await newCustomer();
    const { data: started } = await startLinking(test, await makeDevice(), { name: "Firefox on Windows" });
    expect(started.user_code).toMatch(new RegExp(`^[${codeLetters}]{4}-[${codeLetters}]{4}$`));
    expect(started.verification_url).toBe(`https://quay.example.com/esty-link?code=${started.user_code}&lang=en_us`);
    expect(Date.parse(started.expires_at) - test.clock.now().getTime()).toBe(15 * minuteMs);
    expect(await poll(started.device_code)).toEqual({ state: "PENDING", device_uuid: null });

    const looked = await lookAs(customer, ` ${started.user_code.toLowerCase().replace("-", " ")}`);
    expect(looked.data).toMatchObject({ user_code: started.user_code, device_name: "Firefox on Windows", state: "PENDING" });
    expect((await decideAs(customer, started.user_code)).data).toEqual({ state: "APPROVED", is_pro: false });

    const { device_uuid } = await poll(started.device_code);
    expect(await devicesOf(customer)).toMatchObject({
      result: [{ device_uuid, name: "Firefox on Windows", last_renewed_at: null }],
      most: 3,
    });
    const [mail] = await mailsTo(test, `${customer.username}@example.test`);
    expect(mail?.subject).toBe("A device was linked to your Quayside account");
    expect(mail?.text).toContain('"Firefox on Windows"');
    expect(mail?.text).toContain("https://quay.example.com/esty-subscription?lang=en_us\n");
    const noted = (await auditRows(test, "entitlement.link-device")).find((row) => row.user_uuid === customer.userUuid);
    expect(noted?.subject_uuid).toBe(device_uuid);
  });

  it("and notified while it waits", async () => {
    const customer = await newCustomer();
    const { data: started } = await startLinking(test, await makeDevice());
    const heard = poll(started.device_code, 20);
    await decideAs(customer, started.user_code);
    expect((await heard).state).toBe("APPROVED");
  });

  it("once for a double click, and deciding again changes nothing", async () => {
    const customer = await newCustomer();
    const { data: started } = await startLinking(test, await makeDevice());
    const replies = await Promise.all([1, 2, 3].map(() => decideAs(customer, started.user_code)));
    expect(replies.map(({ data }) => data.state)).toEqual(["APPROVED", "APPROVED", "APPROVED"]);
    expect((await decideAs(customer, started.user_code, "deny")).data.state).toBe("APPROVED");
    expect((await devicesOf(customer)).result).toHaveLength(1);
    expect(await mailsTo(test, `${customer.username}@example.test`)).toHaveLength(1);
    expect((await lookAs(customer, started.user_code)).data.state).toBe("APPROVED");
  });

  it("with Pro at once if the account has it", async () => {
    const customer = await newCustomer();
    await giveSubscription(test, customer.userUuid, { periodEnd: new Date(test.clock.now().getTime() + 30 * dayMs) });
    const { data: started } = await startLinking(test, await makeDevice());
    expect((await decideAs(customer, started.user_code)).data).toEqual({ state: "APPROVED", is_pro: true });
  });

  it("not after it is denied", async () => {
    const customer = await newCustomer();
    const { data: started } = await startLinking(test, await makeDevice());
    expect((await decideAs(customer, started.user_code, "deny")).data.state).toBe("DENIED");
    expect(await poll(started.device_code, 20)).toEqual({ state: "DENIED", device_uuid: null });
    expect((await decideAs(customer, started.user_code)).data.state).toBe("DENIED");
    expect((await devicesOf(customer)).result).toEqual([]);
  });

  it("not after the code's 15 minutes", async () => {
    const customer = await newCustomer();
    const { data: started } = await startLinking(test, await makeDevice());
    test.clock.advance(15 * minuteMs);
    expect(await poll(started.device_code, 20)).toEqual({ state: "EXPIRED", device_uuid: null });
    expect((await lookAs(customer, started.user_code)).code).toBe(codes["entitlement.codeUnknown"].code);
    expect((await decideAs(customer, started.user_code)).code).toBe(codes["entitlement.codeUnknown"].code);
    expect((await devicesOf(customer)).result).toEqual([]);
  });

  it("a second time without a duplicate", async () => {
    const customer = await newCustomer();
    const device = await makeDevice();
    const first = await linkDevice(test, device, customer, "Old name");
    expect(await linkDevice(test, device, customer, "New name")).toBe(first);
    expect((await devicesOf(customer)).result).toMatchObject([{ device_uuid: first, name: "New name" }]);
  });

  it("to another account by moving: the former account loses it, and its sessions end", async () => {
    const [before, after] = [await newCustomer(), await newCustomer()];
    const device = await makeDevice();
    const old = await linkDevice(test, device, before);
    const { data: session } = await openSession(device, old);
    const moved = await linkDevice(test, device, after);
    expect(moved).not.toBe(old);
    expect((await devicesOf(before)).result).toEqual([]);
    expect((await devicesOf(after)).result).toMatchObject([{ device_uuid: moved }]);
    expect((await renewAs(test, device, old)).code).toBe(codes["entitlement.deviceRemoved"].code);
    expect((await request(test.app, listSessions, {}, { token: session.access_token })).code).toBe(codes.loginExpired.code);
  });

  it("to only one account when two approve it at once", async () => {
    const [one, two] = [await newCustomer(), await newCustomer()];
    const device = await makeDevice();
    const [first, second] = [await startLinking(test, device), await startLinking(test, device)];
    await Promise.all([decideAs(one, first.data.user_code), decideAs(two, second.data.user_code)]);
    expect([...(await devicesOf(one)).result, ...(await devicesOf(two)).result]).toHaveLength(1);
  });
});

describe("an account with three devices", () => {
  it("gets no fourth until one of them is removed; the code waits meanwhile", async () => {
    const customer = await newCustomer();
    const uuids = [];
    for (let at = 0; at < 3; at += 1) uuids.push(await linkDevice(test, await makeDevice(), customer));
    const { data: started } = await startLinking(test, await makeDevice());
    expect((await decideAs(customer, started.user_code)).code).toBe(codes["entitlement.tooManyDevices"].code);
    expect((await poll(started.device_code)).state).toBe("PENDING");
    expect((await removeAs(customer, uuids[0] ?? "")).data).toEqual({ removed: true });
    expect((await decideAs(customer, started.user_code)).data.state).toBe("APPROVED");
    expect((await devicesOf(customer)).result).toHaveLength(3);
  });

  it("gets no fourth when four are approved at once", async () => {
    const customer = await newCustomer();
    const started = await Promise.all([1, 2, 3, 4].map(async () => startLinking(test, await makeDevice())));
    const replies = await Promise.all(started.map(({ data }) => decideAs(customer, data.user_code)));
    const refused = replies.filter(({ code }) => code === codes["entitlement.tooManyDevices"].code);
    expect(refused).toHaveLength(1);
    expect((await devicesOf(customer)).result).toHaveLength(3);
  });
});

describe("removing a device", () => {
  it("ends its token renewal and the sessions that it opened, and no others", async () => {
    const customer = await newCustomer();
    const [lost, kept] = [await makeDevice(), await makeDevice()];
    const [lostUuid, keptUuid] = [await linkDevice(test, lost, customer), await linkDevice(test, kept, customer)];
    const sessions = [await openSession(lost, lostUuid), await openSession(kept, keptUuid)];
    expect((await removeAs(customer, lostUuid.toUpperCase())).data).toEqual({ removed: true });
    expect((await removeAs(customer, lostUuid)).data).toEqual({ removed: true });
    expect((await renewAs(test, lost, lostUuid)).code).toBe(codes["entitlement.deviceRemoved"].code);
    expect((await openSession(lost, lostUuid)).code).toBe(codes["entitlement.deviceRemoved"].code);
    expect((await renewAs(test, kept, keptUuid)).code).toBe(200);
    const seen = await Promise.all(sessions.map(({ data }) => request(test.app, listSessions, {}, { token: data.access_token })));
    expect(seen.map(({ code }) => code)).toEqual([codes.loginExpired.code, 200]);
    const noted = (await auditRows(test, "entitlement.remove-device")).filter((row) => row.subject_uuid === lostUuid);
    expect(noted).toHaveLength(1);
  });

  it("is refused for an unknown one or another customer's, and changes nothing", async () => {
    const [owner, stranger] = [await newCustomer(), await newCustomer()];
    const uuid = await linkDevice(test, await makeDevice(), owner);
    for (const wanted of [uuid, newId()]) expect((await removeAs(stranger, wanted)).code).toBe(codes.notFound.code);
    expect((await devicesOf(owner)).result).toHaveLength(1);
    expect((await devicesOf(stranger)).result).toEqual([]);
  });
});

describe("codes cannot be guessed", () => {
  it("a customer gets twenty wrong attempts an hour, even concurrently, and right ones do not count", async () => {
    const customer = await newCustomer();
    const { data: started } = await startLinking(test, await makeDevice());
    for (let at = 0; at < 5; at += 1) expect((await lookAs(customer, started.user_code)).code).toBe(200);
    const wrong = ["", "BCDF", "AEIO-UAEI", "BCDFGHJKL", "%%%%%%%%"];
    const replies = await Promise.all(Array.from({ length: 25 }, (_none, at) => lookAs(customer, wrong[at % wrong.length] ?? "")));
    expect(replies.filter(({ code }) => code === codes["entitlement.codeUnknown"].code)).toHaveLength(20);
    expect(replies.filter(({ code }) => code === codes.tooMany.code)).toHaveLength(5);
    expect((await decideAs(customer, started.user_code)).code).toBe(codes.tooMany.code);
    expect((await lookAs(await newCustomer(), started.user_code)).code).toBe(200);
    test.clock.advance(60 * minuteMs);
    const { data: later } = await startLinking(test, await makeDevice());
    expect((await decideAs(customer, later.user_code)).data.state).toBe("APPROVED");
  });

  it("a code decided by one customer is unknown to all others", async () => {
    const [owner, stranger] = [await newCustomer(), await newCustomer()];
    const { data: started } = await startLinking(test, await makeDevice());
    await decideAs(owner, started.user_code);
    for (const reply of [await lookAs(stranger, started.user_code), await decideAs(stranger, started.user_code, "deny")])
      expect(reply.code).toBe(codes["entitlement.codeUnknown"].code);
    expect((await poll(started.device_code)).state).toBe("APPROVED");
  });

  it("a device code that was never issued is expired, and reveals nothing", async () => {
    expect(await poll("0".repeat(43))).toEqual({ state: "EXPIRED", device_uuid: null });
  });

  it("a network gets thirty codes an hour", async () => {
    const address = freshAddress();
    const device = await makeDevice();
    const replies = [];
    for (let at = 0; at < 31; at += 1) replies.push(await startLinking(test, device, { address }));
    expect(replies.map(({ code }) => code)).toEqual([...Array<number>(30).fill(200), codes.tooMany.code]);
    expect(new Set(replies.slice(0, 30).map(({ data }) => data.user_code)).size).toBe(30);
  });
});

it("device codes and keys stay out of the log", async () => {
  const customer = await newCustomer();
  const device = await makeDevice();
  const { data: started } = await startLinking(test, device);
  await decideAs(customer, started.user_code);
  const text = test.logged.join("\n");
  for (const secret of [started.device_code, started.user_code, device.publicKey.x]) expect(text).not.toContain(secret);
});
