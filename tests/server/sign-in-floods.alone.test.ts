import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getAesKey, home, signIn } from "#src/company/accounts/accounts.contract.ts";
import { sealPassword } from "#src/company/accounts/password-transport.rules.ts";
import { apiPrefix } from "#src/kit/api/address.ts";
import { codes } from "#src/kit/api/codes.ts";
import { demoPassword } from "#server/demo.ts";
import { freshDemo } from "./demo-database.ts";
import type { DemoDatabase } from "./demo-database.ts";
import { signInAt } from "./people-process.ts";
import type { SignedIn } from "./people-process.ts";
import { startProcess } from "./process.ts";
import type { ServerProcess } from "./process.ts";

/*
 * Floods against a separate process whose memory is measured. It trusts X-Forwarded-For from this machine, so that a flood can come from
 * anywhere.
 */
const megabyte = 1024 * 1024;
const many = 200;

let database: DemoDatabase;
let server: ServerProcess;
let provider: SignedIn;

beforeAll(async () => {
  database = await freshDemo();
  const variables = { DATABASE_URL: database.ownerUrl, DATA_DIR: database.dataDir, TRUST_PROXY: "127.0.0.1", RATE_PER_MINUTE: "1000000" };
  server = await startProcess("web", variables);
  provider = await signInAt(server.origin, "provider01", "p");
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

interface Told {
  status: number;
  code: number;
}

async function ask(path: string, address: string, body?: object, cookie = ""): Promise<Told & { data: unknown; setCookie: string | null }> {
  const reply = await fetch(server.origin + apiPrefix + path, {
    method: body === undefined ? "GET" : "POST",
    headers: { "x-forwarded-for": address, cookie, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { code, data } = (await reply.json()) as { code: number; data: unknown };
  return { status: reply.status, code, data, setCookie: reply.headers.get("set-cookie")?.split(";", 1)[0] ?? null };
}

/** Tries a password from an address. A busy server may already refuse the request for the key. */
async function attempt(username: string, password: string, address: string, cookie = ""): Promise<Told> {
  const key = await ask(getAesKey.path, address);
  if (key.code !== codes.success.code) return { status: key.status, code: key.code };
  const { key_id, aes_key } = key.data as { key_id: string; aes_key: string };
  const form = { username, password: await sealPassword(password, aes_key), key_id, area: "p" };
  const { status, code, setCookie } = await ask(signIn.path, address, form, cookie);
  if (setCookie !== null) cookies.set(username, setCookie);
  return { status, code };
}

/** By username: the cookie of the last device that signed in. */
const cookies = new Map<string, string>();

/** Returns the most wrong passwords that are checked during a flood: a free number, then one per five seconds. */
function mostLookedAt(free: number, tookMs: number): number {
  return free + Math.ceil(tookMs / 5000) + 1;
}

function tally(told: readonly Told[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, code } of told) counts[`${status} ${code}`] = (counts[`${status} ${code}`] ?? 0) + 1;
  return counts;
}

async function residentBytes(): Promise<number> {
  const figures = await (await fetch(`${server.origin}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(figures)?.[1]);
}

/** Makes calls as a signed-in user one after another until told to stop. @returns each duration in ms */
async function goOnWorking(isOver: () => boolean): Promise<number[]> {
  const tookMs: number[] = [];
  while (!isOver()) {
    const started = performance.now();
    expect((await provider.client.call(home, {})).username).toBe("provider01");
    tookMs.push(performance.now() - started);
  }
  return tookMs;
}

async function during<T>(flood: Promise<T>): Promise<{ result: T; tookMs: number[] }> {
  let isOver = false;
  const working = goOnWorking(() => isOver);
  const result = await flood;
  isOver = true;
  return { result, tookMs: await working };
}

const wrong = "200 2001";
const locked = "200 2002";
const busy = "503 503";

/** Expects only refusals of these kinds. */
function expectRefusals(counts: Record<string, number>): void {
  expect(Object.keys(counts).filter((kind) => ![wrong, locked, busy].includes(kind))).toEqual([]);
}

describe("two hundred wrong passwords at once", () => {
  test("for one account from many addresses: ten are checked, then one every five seconds, and other users keep working", async () => {
    expect(await attempt("operator01", demoPassword, "10.2.0.1")).toEqual({ status: 200, code: 200 });
    const before = await residentBytes();
    const started = performance.now();
    const flood = Promise.all(Array.from({ length: many }, (_, index) => attempt("operator01", `Wrong-${index}-Aa`, `10.1.0.${index}`)));
    const { result, tookMs } = await during(flood);
    const counts = tally(result);
    expectRefusals(counts);
    const most = mostLookedAt(10, performance.now() - started);
    expect(counts[wrong] ?? 0).toBeLessThanOrEqual(most);
    expect(counts[locked] ?? 0).toBeGreaterThanOrEqual(many - most - (counts[busy] ?? 0));
    expect(counts[locked] ?? 0).toBeGreaterThan(many / 2);
    expect(tookMs.length).toBeGreaterThan(0);
    expect(Math.max(...tookMs)).toBeLessThan(30_000);
    expect((await residentBytes()) - before).toBeLessThan(250 * megabyte);
  });

  test("lock out neither the account's owner on a known device nor anybody else", async () => {
    expect(await attempt("operator01", demoPassword, "10.1.0.1", cookies.get("operator01"))).toEqual({ status: 200, code: 200 });
    expect(await attempt("admin01", demoPassword, "10.2.0.1")).toEqual({ status: 200, code: 200 });
    // signed-in users stay signed in
    expect((await provider.client.call(home, {})).username).toBe("provider01");
  });

  test("for as many accounts from one address: fifty are checked, then one every five seconds, and known devices can sign in there", async () => {
    expect(await attempt("admin01", demoPassword, "10.3.0.2")).toEqual({ status: 200, code: 200 });
    const started = performance.now();
    const flood = Promise.all(Array.from({ length: many }, (_, index) => attempt(`nobody-${index}`, "Wrong-0000-Aa", "10.3.0.1")));
    const { result, tookMs } = await during(flood);
    const counts = tally(result);
    expectRefusals(counts);
    const most = mostLookedAt(50, performance.now() - started);
    expect(counts[wrong] ?? 0).toBeLessThanOrEqual(most);
    expect(counts[locked] ?? 0).toBeGreaterThanOrEqual(many - most - (counts[busy] ?? 0));
    expect(Math.max(...tookMs)).toBeLessThan(30_000);
    expect(await attempt("admin01", demoPassword, "10.3.0.1", cookies.get("admin01"))).toEqual({ status: 200, code: 200 });
  });

  test("that are not even sealed passwords are refused without counting as attempts", async () => {
    const form = { username: "provider01", password: "rubbish", key_id: crypto.randomUUID(), area: "p" };
    const told = await Promise.all(Array.from({ length: many }, (_, index) => ask(signIn.path, `10.4.0.${index}`, form)));
    expect(tally(told)).toEqual({ "200 2004": many });
    expect(await attempt("provider01", demoPassword, "10.4.1.1")).toEqual({ status: 200, code: 200 });
  });

  test("leave no error and no stack trace in the log", () => {
    expect(server.log()).not.toContain('"level":50');
    expect(server.log()).not.toContain('"level":60');
  });
});
