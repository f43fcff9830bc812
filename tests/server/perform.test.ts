import type { FastifyError } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { roles } from "#src/kit/api/roles-and-permissions.ts";
import { defineCall } from "#src/kit/api/define-call.ts";
import type { Call, CallDefinition } from "#src/kit/api/define-call.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { anonymous, platform } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { deriveCsrfToken } from "#server/platform/http/authenticate.ts";
import { implement, implementSlow } from "#server/platform/http/context.ts";
import type { Handler, Implementation } from "#server/platform/http/context.ts";
import { nameOfError } from "#server/platform/http/errors.ts";
import { perform } from "#server/platform/http/perform.ts";
import type { Incoming } from "#server/platform/http/request-steps.ts";
import { auditRows } from "./accounts.ts";
import { startTestApp } from "./app.ts";
import type { TestApp } from "./app.ts";
import { makeWorld } from "./world.ts";
import type { Person, World } from "./world.ts";

// The guarantees of every call, shown with test calls that leave a trace, which is either kept or rolled back.

const input = z.strictObject({ trace: z.string().max(100), provider_uuid: z.uuid().optional(), note: z.unknown().optional() });
const output = z.object({ count: z.int() });

function callWith(part: Partial<CallDefinition> = {}): Call<typeof input, typeof output> {
  const base = { method: "POST", path: "/api/tests/leave-trace", summary: "Leaves a trace.", roles, codes: [] } as const;
  return defineCall({ ...base, name: "tests.leave-trace", ...part, input, output });
}
const leaveTrace = callWith();

let server: TestApp;
let world: World;
let marks = 0;
/** the unique name of this test's traces and keys */
let mark: string;

beforeAll(async () => {
  server = await startTestApp();
  world = await makeWorld(server);
});
afterAll(() => server.close());
beforeEach(() => {
  marks += 1;
  mark = `test-${marks}`;
});

async function addTrace(tx: Tx, bucket: string): Promise<number> {
  const { hits } = await tx
    .insertInto("rate_count")
    .values({ bucket, window_start: new Date(0), hits: 1 })
    .onConflict((conflict) => conflict.columns(["bucket", "window_start"]).doUpdateSet((row) => ({ hits: row("rate_count.hits", "+", 1) })))
    .returning("hits")
    .executeTakeFirstOrThrow();
  return hits;
}

/** Counts the committed traces. */
async function traces(bucket: string = mark): Promise<number> {
  const row = await server.services.database.transaction(platform, (tx) =>
    tx.selectFrom("rate_count").select("hits").where("bucket", "=", bucket).executeTakeFirst(),
  );
  return row?.hits ?? 0;
}

const leavingTrace: Handler<typeof leaveTrace> = async ({ trace }, { tx }) => ok({ count: await addTrace(tx, trace) });

type Work = (tx: Tx, trace: string) => Promise<Result<{ count: number }, RefusalName>>;

/** Returns the same work as a quick call and as the final part of a slow one. */
function bothKinds(work: Work): Implementation[] {
  return [
    implement(leaveTrace, ({ trace }, { tx }) => work(tx, trace)),
    implementSlow(leaveTrace, ({ trace }, { act }) => act((tx) => work(tx, trace))),
  ];
}

interface Order {
  person?: Person | null;
  input?: unknown;
  key?: string;
}

/** Performs a call like the route. Reads the answer's body. */
async function ask(implementation: Implementation, order: Order = {}) {
  const person = order.person === undefined ? world.provider : order.person;
  const incoming: Incoming = {
    services: server.services,
    now: server.clock.now(),
    host: "quayside.test",
    isHomepagePort: false,
    cookies: "",
    setCookie: () => undefined,
    address: "10.1.2.3",
    device: "a test",
    token: person?.token ?? null,
    csrf: person === null ? undefined : deriveCsrfToken(person.token),
    idempotencyKey: order.key,
    input: order.input ?? { trace: mark },
    uploads: [],
    remembered: null,
    log: server.services.log,
  };
  const { status, body } = (await perform(implementation, incoming)).answer;
  return { status, body, ...(JSON.parse(body) as { code: number; data: unknown }) };
}

const locksHere = `select count(*)::int as count from pg_locks join pg_stat_activity using (pid)
  where datname = current_database() and application_name = 'quayside' and pid <> pg_backend_pid()`;

async function countLocks(which: string): Promise<number> {
  const { rows } = await server.services.database.pool.query<{ count: number }>(`${locksHere} and ${which}`);
  return rows[0]?.count ?? -1;
}

/** Counts the application's transactions that wait for another. */
const waiting = () => countLocks("not granted");
/** Counts the application's open transactions; each holds the lock on its own number. */
const underWay = () => countLocks("granted and locktype = 'virtualxid'");

/** Creates a handler that leaves its trace and then waits to continue. */
function held(then: Handler<typeof leaveTrace> = async () => ok({ count: 1 })) {
  const begun = Promise.withResolvers<void>();
  const open = Promise.withResolvers<void>();
  let runs = 0;
  const implementation = implement(leaveTrace, async (order, context) => {
    runs += 1;
    const result = await leavingTrace(order, context);
    begun.resolve();
    await open.promise;
    return runs === 1 ? then(order, context) : result;
  });
  return { implementation, begun: begun.promise, letOn: () => open.resolve(), runs: () => runs };
}

describe("a provider_uuid sent by a client", () => {
  const implementation = implement(leaveTrace, leavingTrace);
  const audits = () => auditRows(server, "platform.foreign-provider");

  test.each<[string, () => Person, () => string]>([
    ["a provider", () => world.provider, () => world.providerB],
    ["an operator", () => world.operator, () => world.providerB],
    ["a retailer", () => world.retailer, () => world.providerB],
    ["a customer, who has none,", () => world.customer, () => world.providerA],
  ])("that is not the session's own is forbidden to %s and logged once", async (_who, person, provider) => {
    const before = await audits();
    const reply = await ask(implementation, { person: person(), input: { trace: mark, provider_uuid: provider() } });
    expect(reply).toMatchObject({ status: 403, code: 403, data: null });
    expect(await traces()).toBe(0);
    const written = (await audits()).slice(before.length);
    expect(written).toHaveLength(1);
    expect(written[0]).toMatchObject({
      user_uuid: person().userUuid,
      detail: { call: "tests.leave-trace" },
      about: { address: "10.1.2.3" },
    });
    expect(written[0]?.provider_uuid, "in the own log, not in the other's").not.toBe(provider());
  });

  test("that is the session's own is accepted", async () => {
    const before = await audits();
    for (const [person, provider_uuid] of [
      [world.provider, world.providerA],
      [world.operator, world.providerA.toUpperCase()],
      [world.retailer, world.providerA],
    ] as const)
      expect(await ask(implementation, { person, input: { trace: mark, provider_uuid } })).toMatchObject({ code: 200 });
    expect(await traces()).toBe(3);
    expect(await audits()).toHaveLength(before.length);
  });

  test("is refused before slow work begins", async () => {
    let hasBegun = false;
    const slow = implementSlow(leaveTrace, async ({ trace }, { act }) => {
      hasBegun = true;
      return act(async (tx) => ok({ count: await addTrace(tx, trace) }));
    });
    const before = await audits();
    expect(await ask(slow, { input: { trace: mark, provider_uuid: world.providerB } })).toMatchObject({ status: 403 });
    expect(hasBegun).toBe(false);
    expect(await audits()).toHaveLength(before.length + 1);
  });

  test.each<[string, Partial<CallDefinition>]>([
    ["where the call chooses one by it", { choosesProvider: true }],
    ["where anyone may ask", { roles: "anyone" }],
  ])("is accepted %s", async (_where, part) => {
    const before = await audits();
    const choosing = implement(callWith(part), leavingTrace);
    expect(await ask(choosing, { input: { trace: mark, provider_uuid: world.providerB } })).toMatchObject({ code: 200 });
    expect(await traces()).toBe(1);
    expect(await audits()).toHaveLength(before.length);
  });
});

describe("a handler's write", () => {
  test("is rolled back by a refusal, with and without a key", async () => {
    const refusing = bothKinds(async (tx, trace) => {
      await addTrace(tx, trace);
      return refuse("notFound");
    });
    for (const implementation of refusing)
      for (const order of [{}, { key: `${mark}-${implementation.kind}` }])
        expect(await ask(implementation, order)).toMatchObject({ status: 200, code: 4004, data: null });
    expect(await traces()).toBe(0);
  });

  test("is rolled back together with the key by a bug, which is thrown unchanged", async () => {
    const bug = new TypeError("not thought of");
    let isMended = false;
    const broken = bothKinds(async (tx, trace) => {
      const count = await addTrace(tx, trace);
      if (!isMended) throw bug;
      return ok({ count });
    });
    const keyOf = ({ kind }: Implementation) => `${mark}-${kind}`;
    for (const implementation of broken) await expect(ask(implementation, { key: keyOf(implementation) })).rejects.toBe(bug);
    expect(await traces()).toBe(0);
    isMended = true;
    for (const implementation of broken)
      expect(await ask(implementation, { key: keyOf(implementation) }), "the same key again").toMatchObject({ code: 200 });
    expect(await traces()).toBe(2);
  });
});

describe("an output", () => {
  const giving = (value: { count: number }) =>
    bothKinds(async (tx, trace) => {
      await addTrace(tx, trace);
      return ok(value);
    });

  test("is sent without fields that its contract does not name, also when repeated", async () => {
    const tooMuch = { count: 1, password_hash: "not for anybody" };
    for (const implementation of giving(tooMuch))
      for (let time = 0; time < 2; time += 1) {
        const reply = await ask(implementation, { key: `${mark}-${implementation.kind}` });
        expect(reply).toMatchObject({ code: 200, data: { count: 1 } });
        expect(reply.body).not.toContain("password_hash");
      }
  });

  test("that lacks a field is a bug: nothing is sent, and the work is rolled back", async () => {
    const lacking = JSON.parse("{}") as { count: number };
    for (const implementation of giving(lacking)) {
      const thrown: unknown = await ask(implementation).catch((error: unknown) => error);
      expect(thrown).toBeInstanceOf(z.ZodError);
      expect(nameOfError(thrown as FastifyError)).toBe("systemError");
    }
    expect(await traces()).toBe(0);
  });
});

describe("an Idempotency-Key", () => {
  test("does not apply to reading: each GET is executed again", async () => {
    const get = callWith({ method: "GET" });
    let runs = 0;
    const count = async () => ok({ count: (runs += 1) });
    const reading = [implement(get, count), implementSlow(get, (_order, { act }) => act(count))];
    for (const implementation of [...reading, ...reading]) await ask(implementation, { key: `${mark}-${implementation.kind}` });
    expect(runs).toBe(4);
  });

  test.each([
    ["is empty", ""],
    ["has seven signs", "seven-7"],
    ["has 201 signs", "x".repeat(201)],
    ["has a blank", "with a blank"],
    ["has a tab", "tab\tin-it"],
    ["has a line feed", "line\nfeed-1"],
    ["has a sign beyond ASCII", "schlüssel-1"],
    ["has a sign that is not seen", "del\u007f-in-it"],
  ])("that %s is refused before anything is done", async (_what, key) => {
    expect(await ask(implement(leaveTrace, leavingTrace), { key })).toMatchObject({ status: 400, code: 400 });
    expect(await traces()).toBe(0);
  });

  test.each([
    ["has eight signs", "eight-88"],
    ["has 200 signs of all sorts", "!~".repeat(100)],
  ])("that %s is accepted", async (_what, key) => {
    const implementation = implement(leaveTrace, leavingTrace);
    expect(await ask(implementation, { key })).toMatchObject({ code: 200 });
    expect(await ask(implementation, { key })).toMatchObject({ code: 200 });
    expect(await traces()).toBe(1);
  });

  test("whose first request is still running makes the second one wait and returns the first one's answer", async () => {
    const { implementation, begun, letOn, runs } = held(async () => ok({ count: 4711 }));
    const key = "pressed-twice-at-once";
    const first = ask(implementation, { key });
    await begun;
    let isAnswered = false;
    const second = ask(implementation, { key }).finally(() => (isAnswered = true));
    await expect.poll(waiting).toBe(1);
    expect(isAnswered).toBe(false);
    letOn();
    expect(await first).toMatchObject({ code: 200, data: { count: 4711 } });
    expect((await second).body).toBe((await first).body);
    expect(runs()).toBe(1);
    expect(await traces()).toBe(1);
  });

  test("whose first request crashes passes to the second one, which waited for it", async () => {
    const bug = new TypeError("crashed at work");
    const { implementation, begun, letOn } = held(async () => {
      throw bug;
    });
    const key = "the-first-one-crashes";
    const first = ask(implementation, { key }).catch((error: unknown) => error);
    await begun;
    const second = ask(implementation, { key });
    await expect.poll(waiting).toBe(1);
    letOn();
    expect(await first).toBe(bug);
    expect(await second).toMatchObject({ code: 200, data: { count: 1 } });
    expect(await traces()).toBe(1);
  });

  test("of another user is a different key, under the same provider or another", async () => {
    const implementation = implement(leaveTrace, leavingTrace);
    const people = [world.provider, world.operator, world.retailer, world.foreignProvider, world.customer];
    const counts: unknown[] = [];
    for (const person of people) counts.push((await ask(implementation, { person, key: "chosen-by-everybody" })).data);
    expect(counts).toEqual([1, 2, 3, 4, 5].map((count) => ({ count })));
    expect(await ask(implementation, { person: world.operator, key: "chosen-by-everybody" })).toMatchObject({ data: { count: 2 } });
  });

  test.each(["nobody", "somebody who is signed in"])("of %s is respected where anyone may call", async (who) => {
    const open = implement(callWith({ roles: "anyone" }), leavingTrace);
    const order = { person: who === "nobody" ? null : world.provider, key: `${mark}-of-${who === "nobody" ? "nobody" : "somebody"}` };
    expect(await ask(open, order)).toMatchObject({ code: 200, data: { count: 1 } });
    expect(await ask(open, order)).toMatchObject({ code: 200, data: { count: 1 } });
  });
});

describe("slow work", () => {
  test("whose session ends meanwhile does nothing and reports an expired login", async () => {
    const { sessionUuid } = world.otherRetailer;
    const revoke = (at: Date | null) =>
      server.services.database.transaction(anonymous, (tx) =>
        tx.updateTable("session").set({ revoked_at: at }).where("session_uuid", "=", sessionUuid).executeTakeFirstOrThrow(),
      );
    const slow = implementSlow(leaveTrace, async ({ trace }, { act, now }) => {
      await revoke(now);
      return act(async (tx) => ok({ count: await addTrace(tx, trace) }));
    });
    expect(await ask(slow, { person: world.otherRetailer, key: `${mark}-too-late` })).toMatchObject({
      status: 200,
      code: 2003,
      data: null,
    });
    expect(await traces()).toBe(0);
    await revoke(null);
    const quick = implement(leaveTrace, leavingTrace);
    expect(await ask(quick, { person: world.otherRetailer, key: `${mark}-too-late` }), "the key is not used up").toMatchObject({
      code: 200,
    });
  });

  test("holds no transaction while it runs", async () => {
    const open: number[] = [];
    const slow = implementSlow(leaveTrace, async ({ trace }, { act }) => {
      open.push(await underWay());
      return act(async (tx) => {
        const count = await addTrace(tx, trace);
        open.push(await underWay());
        return ok({ count });
      });
    });
    expect(await ask(slow)).toMatchObject({ code: 200 });
    expect(open).toEqual([0, 1]);
  });
});

describe("a text in an input", () => {
  const implementation = implement(leaveTrace, leavingTrace);
  const withNote = (json: string): unknown => JSON.parse(`{ "trace": ${JSON.stringify(mark)}, "note": ${json} }`);

  test.each([
    ["a NUL", String.raw`"a\u0000b"`],
    ["a NUL deep within, in a name", String.raw`{ "list": [{ "a\u0000b": 1 }] }`],
    ["half a character", String.raw`"a\ud83d"`],
    ["two halves in the wrong order", String.raw`"\ude80\ud83d"`],
  ])("with %s is refused", async (_what, json) => {
    expect(await ask(implementation, { input: withNote(json) })).toMatchObject({ status: 400, code: 400 });
    expect(await traces()).toBe(0);
  });

  test.each([
    ["that merely spells a NUL or half a character", String.raw`"a\\u0000b\\ud83d"`],
    ["with both halves of a character, and Chinese", String.raw`"\ud83d\ude80码头云仓"`],
  ])("%s is accepted", async (_what, json) => {
    expect(await ask(implementation, { input: withNote(json) })).toMatchObject({ code: 200 });
    expect(await traces()).toBe(1);
  });
});
