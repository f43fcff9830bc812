import { afterAll, beforeAll, expect, test } from "vitest";
import type { Call } from "#src/kit/api/define-call.ts";
import { claimTask, pickLines, startPickTask } from "#src/outbound/picking/picking.contract.ts";
import { implementations } from "#server/calls.ts";
import { platform } from "#server/platform/db/row-security.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { startTestApp } from "./app.ts";
import type { TestApp } from "./app.ts";
import { send } from "./client.ts";
import { examples } from "./examples.ts";
import { addPickRows } from "./rows-picking.ts";
import { addOwnRows } from "./rows.ts";
import type { OwnRows } from "./rows.ts";
import { scanCounts, statementCounts } from "./statement-counts.ts";
import { makeWorld } from "./world.ts";
import type { Person, World } from "./world.ts";

/*
 * How many statements a read or a scan sends. One more is a decision, made in `statement-counts.ts`. How often it waits for PostgreSQL depends on when answers
 * arrive: `bench -- server/reads` prints it.
 */

let server: TestApp;
let world: World;
let people: readonly Person[];
const rows = new Map<string, OwnRows>();

beforeAll(async () => {
  server = await startTestApp();
  world = await makeWorld(server);
  people = [world.provider, world.retailer, world.customer, world.siteAdmin];
  for (const person of [world.provider, world.retailer, world.foreignProvider]) rows.set(person.userUuid, await addOwnRows(server, person));
});
afterAll(() => server.close());

const reads = implementations.map(({ call }) => call).filter((call) => call.method === "GET" && call.roles !== "anyone");

/** Makes a call three times and counts the last: its statements are prepared then, and its session remembered. */
async function count(call: Call): Promise<number> {
  const person = people.find(({ role }) => call.roles.includes(role));
  const own = rows.get(person?.userUuid ?? "") ?? rows.get(world.provider.userUuid);
  const others = rows.get(world.foreignProvider.userUuid);
  const example = examples[call.name];
  if (person === undefined || own === undefined || others === undefined || example === undefined)
    throw new Error(`${call.name}: no example`);
  const input = await example.own({
    test: server,
    world,
    owner: person,
    rows: own,
    foreign: { person: world.foreignProvider, rows: others },
  });
  const { traffic } = server.services.database;
  let before = traffic.statements;
  for (let time = 0; time < 3; time += 1) {
    before = traffic.statements;
    await send(server.app, call, input, { token: person.token });
  }
  return traffic.statements - before;
}

test("each read sends as many statements as the table says", async () => {
  const counted: Record<string, number> = {};
  for (const call of reads) counted[call.name] = await count(call);
  expect(counted).toEqual(statementCounts);
});

test("a scan of a picker sends as many statements as the table says", async () => {
  const picked = await server.services.database.transaction(platform, (tx) => addPickRows(tx, world.retailer, undefined, 4));
  const { taskUuid: task_uuid, shelfUuid: location_uuid, tote } = picked;
  const { token } = world.provider;
  await send(server.app, claimTask, { task_uuid }, { token });
  await send(server.app, startPickTask, { task_uuid, tote }, { token });
  const { traffic } = server.services.database;
  let before = traffic.statements;
  // The first of four begins the wave.
  for (const line of [1, 2, 3]) {
    before = traffic.statements;
    const scanned = await send(
      server.app,
      pickLines,
      { task_uuid, line_numbers: [line], location_uuid },
      { token, idempotencyKey: newId() },
    );
    expect(scanned.code).toBe(200);
  }
  expect({ [pickLines.name]: traffic.statements - before }).toEqual(scanCounts);
});
