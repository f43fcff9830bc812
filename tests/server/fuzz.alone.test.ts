import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { implementations } from "#server/calls.ts";
import { codes } from "#src/kit/api/codes.ts";
import type { Call } from "#src/kit/api/define-call.ts";
import { tinyPng } from "#tests/factories/tiny-png.ts";
import { startTestApp } from "./app.ts";
import type { TestApp } from "./app.ts";
import { chooseCallsOfTheDay } from "./calls-of-the-day.ts";
import { send } from "./client.ts";
import type { Reply, UploadedFile } from "./client.ts";
import { examples } from "./examples.ts";
import { addOwnRows } from "./rows.ts";
import type { OwnRows } from "./rows.ts";
import { addPerson, makeWorld } from "./world.ts";
import type { Person, World } from "./world.ts";

/*
 * Generated bodies against every call: valid ones with something broken, and things unlike any body. The answer must always be an
 * envelope below 500 that reveals no internals. 10,000 per call in the full run; otherwise a sample for every sixth call,
 * rotating by day.
 */
const isFull = process.env["QUAYSIDE_FULL"] === "1";
const bodiesACall = isFull ? 10_000 : 40;
const seed = isFull ? 1 : Math.floor(Date.now() / 86_400_000);

let testApp: TestApp;
let world: World;
let rows: OwnRows;
let foreignRows: OwnRows;
let people = 0;

beforeAll(async () => {
  testApp = await startTestApp();
  world = await makeWorld(testApp);
  rows = await addOwnRows(testApp, world.provider);
  foreignRows = await addOwnRows(testApp, world.foreignProvider);
});
afterAll(() => testApp.close());

/** Returns somebody who may make the call; a new one if a valid body signed the last one out. */
async function someoneFor(call: Call): Promise<Person | null> {
  if (call.roles === "anyone") return null;
  const [role = "provider"] = call.roles;
  const ofProvider = role === "customer" || role === "siteAdmin" ? {} : { providerUuid: world.providerA };
  const ofRetailer = role === "dropShipper" ? { retailerUuid: world.retailerA } : {};
  return addPerson(testApp, { username: `fuzz-${(people += 1)}`, role, ...ofProvider, ...ofRetailer });
}

const hostileText = fc.constantFrom(
  "'; drop table app_user; --",
  "../../../etc/passwd",
  "%00",
  "\u0000",
  "\ud800",
  "\u202e\u200b",
  "<script>alert(1)</script>",
  "{{7*7}}",
  "=cmd|' /C calc'!A0",
  "x".repeat(5000),
  "00000000-0000-0000-0000-000000000000",
  "NaN",
  "1e999",
  "-0",
  "9".repeat(40),
  "null",
  "2026-02-30T25:61:61Z",
  "0001-01-01T00:00:00Z",
  "+275760-09-13T00:00:00Z",
);
const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(
    null,
    true,
    -1,
    0,
    1.5,
    2 ** 31,
    2 ** 53,
    -(2 ** 53),
    1e308,
    [],
    {},
    [[[[]]]],
    { length: -1 },
    JSON.parse('{"__proto__": {"isAdmin": true}}') as unknown,
  ),
  fc.uuid(),
  fc.array(fc.uuid(), { maxLength: 300 }),
);

/** What is done to a valid body. */
type Breakage =
  | { kind: "nothing" }
  | { kind: "drop"; place: number }
  | { kind: "spoil"; place: number; value: unknown }
  | { kind: "add"; name: string; value: unknown }
  | { kind: "instead"; value: unknown };

const place = fc.nat({ max: 30 });
const tempting = fc.constantFrom(
  "role",
  "status",
  "is_demo",
  "password_hash",
  "version",
  "provider_uuid",
  "user_uuid",
  "constructor",
  "__proto__",
);
const breakage: fc.Arbitrary<Breakage> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("spoil" as const), place, value: hostileValue }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("nothing" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("drop" as const), place }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("add" as const), name: fc.string({ minLength: 1, maxLength: 20 }), value: hostileValue }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("add" as const), name: tempting, value: hostileValue }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("instead" as const), value: fc.oneof(hostileValue, fc.jsonValue({ maxDepth: 4 })) }),
  },
);

function broken(right: Record<string, unknown>, how: Breakage): unknown {
  const names = Object.keys(right);
  switch (how.kind) {
    case "nothing":
      return right;
    case "instead":
      return how.value;
    case "add":
      return { ...right, [how.name]: how.value };
    default: {
      const name = names[how.place % Math.max(1, names.length)] ?? "x";
      if (how.kind === "spoil") return { ...right, [name]: how.value };
      return Object.fromEntries(Object.entries(right).filter(([other]) => other !== name));
    }
  }
}

/** Malformed files, and sometimes valid ones. */
const hostileFiles = fc.array(
  fc.record({
    field: fc.constantFrom("images", "workbook", "image", "x", "__proto__"),
    name: fc.oneof(fc.constantFrom("a.png", "../../a.png", "a.svg", "a.exe"), fc.stringMatching(/^[^"\r\n]{0,30}$/)),
    bytes: fc.oneof(
      fc.uint8Array({ maxLength: 2000 }),
      fc.constant(tinyPng),
      fc.nat({ max: tinyPng.length }).map((length) => tinyPng.subarray(0, length)),
      fc.nat({ max: tinyPng.length - 1 }).map((at) => tinyPng.map((byte, index) => (index === at ? byte ^ 0xff : byte))),
    ),
  }),
  { maxLength: 11 },
);

function expectHarmless(call: Call, body: unknown, reply: Reply<unknown>): void {
  const shown = `${call.name} ${JSON.stringify(body)?.slice(0, 300)} -> ${reply.status} ${reply.text.slice(0, 300)}`;
  expect(reply.status, shown).toBeLessThan(500);
  expect(reply.text, shown).not.toMatch(
    /\bat .+:\d+:\d+|node_modules|syntax error|violates|relation "|kysely|ZodError|pg_catalog|pg_class/,
  );
  if (reply.headers["content-disposition"] === undefined) expect(reply.code, shown).toBeGreaterThan(0);
}

/** Signing in and similar calls lock an account for a while. */
const locked = new Set<number>([codes.signInLocked.code, codes.tooMany.code]);

async function rightFor(call: Call): Promise<Record<string, unknown>> {
  const foreign = { person: world.foreignProvider, rows: foreignRows };
  // The clock moves meanwhile, so the owner of the rows needs a new session.
  const { token } = await addPerson(testApp, { username: `fuzz-${(people += 1)}`, role: "provider", providerUuid: world.providerA });
  const owner = { ...world.provider, token };
  return (await examples[call.name]?.own({ test: testApp, world, owner, rows, foreign })) as Record<string, unknown>;
}

const calls = implementations.map(({ call }) => call);

describe.each(chooseCallsOfTheDay(calls).map((call) => [call.name, call] as const))("%s", (_name, call) => {
  test(
    `handles ${bodiesACall} generated bodies without crashing`,
    async () => {
      let person = await someoneFor(call);
      let right = await rightFor(call);
      let tries = 0;
      const asked = new Map<number, number>();
      const ask = async (body: unknown, files: readonly UploadedFile[]) => {
        const asObject =
          call.method === "GET" || call.body === "form" ? (typeof body === "object" && body !== null ? body : { x: body }) : body;
        tries += 1;
        const address = `198.51.${Math.floor(tries / 250) % 250}.${tries % 250}`;
        const reply = await send(testApp.app, call, asObject, { token: person?.token ?? null, address, files });
        expectHarmless(call, call.body === "multipart" ? files.map(({ name }) => name) : body, reply);
        asked.set(reply.code, (asked.get(reply.code) ?? 0) + 1);
        // What a successful body used up, ended or locked is replaced, so that the next one gets as far.
        if (locked.has(reply.code)) testApp.clock.advance(3_600_001);
        if (reply.code === 2003 || (reply.code === 200 && call.name.startsWith("accounts.")) || locked.has(reply.code))
          person = await someoneFor(call);
        if ("key_id" in right && reply.code !== 400) right = await rightFor(call);
      };
      if (call.body === "multipart") {
        // A single file in the expected part is rare among generated bodies, and gets further than others.
        for (const field of ["images", "workbook", "image"]) await ask(right, [{ field, name: "a.png", bytes: tinyPng }]);
        await fc.assert(
          fc.asyncProperty(hostileFiles, (files) => ask(right, files)),
          { numRuns: Math.ceil(bodiesACall / 6), seed },
        );
      } else
        await fc.assert(
          fc.asyncProperty(breakage, (how) => ask(broken(right, how), [])),
          { numRuns: bodiesACall, seed },
        );
      // Most bodies are refused as malformed; if none were, nothing would have been tested.
      if (call.body !== "multipart") expect(asked.get(400) ?? 0).toBeGreaterThan(0);
      expect([...asked.keys()].length, [...asked.keys()].join()).toBeGreaterThan(1);
    },
    isFull ? 900_000 : 120_000,
  );
});

describe.each(calls.map((call) => [call.name, call] as const))("%s", (_name, call) => {
  test("refuses an unknown field", async () => {
    if (call.body === "multipart") return expect(call.bodyLimitBytes).toBeGreaterThan(0);
    const person = await someoneFor(call);
    const reply = await send(
      testApp.app,
      call,
      { ...(await rightFor(call)), role_of_the_user: "siteAdmin" },
      { token: person?.token ?? null },
    );
    expect(reply).toMatchObject({ status: 400, code: 400 });
  });
});
