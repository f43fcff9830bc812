import { z } from "zod";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { defineCall } from "#src/kit/api/define-call.ts";
import { ok } from "#src/kit/lib/result.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { Person, World } from "#tests/server/world.ts";
import { deriveCsrfToken } from "./authenticate.ts";
import { implement, requireActor } from "./context.ts";
import { perform } from "./perform.ts";
import { recallActor } from "./session-memory.ts";

let server: TestApp;
let world: World;
let owner: pg.Client;

beforeAll(async () => {
  server = await startTestApp();
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  for (const table of ["session", "retailer_provider", "operator_grant"])
    await owner.query(`alter table ${table} no force row level security`);
  world = await makeWorld(server);
});
afterAll(async () => {
  await owner.end();
  await server.close();
});

const whose = defineCall({
  name: "test.whose",
  method: "GET",
  path: "/test-whose",
  summary: "Returns whose data a request sees.",
  roles: ["provider", "operator", "dropShipper"],
  permission: "receiving",
  input: z.strictObject({}),
  output: z.object({ provider_uuid: z.string(), acting: z.string() }),
  codes: [],
});

/** For whom the handler ran, the discarded times included. */
const ran: (string | null)[] = [];
const implementation = implement(whose, async (_input, context) => {
  const { providerUuid } = requireActor(context);
  ran.push(providerUuid);
  const { rows } = await sql<{ acting: string }>`select coalesce(acting_provider()::text, '') as acting`.execute(context.tx);
  return ok({ provider_uuid: providerUuid ?? "", acting: rows[0]?.acting ?? "" });
});

async function ask({ token }: Person) {
  ran.length = 0;
  const { answer } = await perform(implementation, {
    services: server.services,
    log: server.services.log,
    now: server.clock.now(),
    host: "quayside.test",
    isHomepagePort: false,
    cookies: "",
    setCookie: () => undefined,
    address: "192.0.2.1",
    device: "a test",
    uploads: [],
    token,
    csrf: deriveCsrfToken(token),
    idempotencyKey: undefined,
    input: {},
    remembered: recallActor(token),
  });
  return JSON.parse(answer.body) as { code: number; data: { provider_uuid: string; acting: string } | null };
}

describe("a read of a remembered session", () => {
  test("looks the session up in the round trip of the handler's first statement", async () => {
    await ask(world.provider);
    const before = server.services.database.traffic.roundTrips;
    expect((await ask(world.provider)).data).toEqual({ provider_uuid: world.providerA, acting: world.providerA });
    expect(server.services.database.traffic.roundTrips - before).toBeLessThanOrEqual(2);
    expect(ran).toEqual([world.providerA]);
  });

  test("is answered for the supplier that the session has switched to, not for the remembered one", async () => {
    const { rowCount } = await owner.query(
      "insert into retailer_provider (provider_uuid, retailer_uuid) values ($1, $2) on conflict do nothing",
      [world.providerB, world.retailerA],
    );
    expect(rowCount).toBe(1);
    expect((await ask(world.retailer)).data?.provider_uuid).toBe(world.providerA);
    await owner.query("update session set provider_uuid = $1 where user_uuid = $2", [world.providerB, world.retailer.userUuid]);
    expect((await ask(world.retailer)).data).toEqual({ provider_uuid: world.providerB, acting: world.providerB });
    expect(ran).toEqual([world.providerA, world.providerB]);
    await ask(world.retailer);
    expect(ran).toEqual([world.providerB]);
  });

  test("is refused once the permission or the session is gone, whatever the handler found meanwhile", async () => {
    expect(await ask(world.operator)).toMatchObject({ code: 200 });
    await owner.query("delete from operator_grant where user_uuid = $1", [world.operator.userUuid]);
    expect(await ask(world.operator)).toMatchObject({ code: 403, data: null });
    expect(await ask(world.provider)).toMatchObject({ code: 200 });
    await owner.query("update session set revoked_at = now() where user_uuid = $1", [world.provider.userUuid]);
    expect(await ask(world.provider)).toMatchObject({ code: 2003, data: null });
    expect(recallActor(world.provider.token)).toBeNull();
  });

  test("stores when the session was last used, once a minute", async () => {
    const lastSeen = async () =>
      (await owner.query<{ at: Date }>("select last_seen_at as at from session where user_uuid = $1", [world.foreignProvider.userUuid]))
        .rows[0]?.at;
    await ask(world.foreignProvider);
    const first = await lastSeen();
    server.clock.advance(30_000);
    await ask(world.foreignProvider);
    expect(await lastSeen()).toEqual(first);
    server.clock.advance(31_000);
    await ask(world.foreignProvider);
    expect(await lastSeen()).toEqual(server.clock.now());
  });
});
