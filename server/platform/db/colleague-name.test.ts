import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { Person, World } from "#tests/server/world.ts";

let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await startTestApp();
  world = await makeWorld(app);
});
afterAll(() => app?.close());

/** Whose names of those somebody is told, and who acts afterwards. */
async function told(asker: Person, about: readonly Person[]): Promise<{ names: string[]; kind: string | null }> {
  const { role: kind, providerUuid, retailerUuid, userUuid } = asker;
  return app.services.database.transaction({ kind, providerUuid, retailerUuid, userUuid }, async (tx) => {
    const uuids = about.map((person) => person.userUuid);
    const { rows } = await sql<{ name: string }>`select colleague_name(uuid) as name from unnest(${uuids}::uuid[]) as uuid`.execute(tx);
    const { rows: after } = await sql<{ kind: string | null }>`select acting_kind() as kind`.execute(tx);
    return { names: rows.map(({ name }) => name).filter((name) => name !== ""), kind: after[0]?.kind ?? null };
  });
}

const everybody = () => {
  const { provider, operator, retailer, otherRetailer, foreignProvider, foreignOperator, foreignRetailer, customer, siteAdmin } = world;
  return [provider, operator, retailer, otherRetailer, foreignProvider, foreignOperator, foreignRetailer, customer, siteAdmin];
};
const namesOf = (...people: Person[]) => people.map(({ username }) => username);

test("staff see the names of their colleagues and their retailers' users, and of nobody else", async () => {
  const { provider, operator, retailer, otherRetailer } = world;
  for (const asker of [provider, operator])
    expect(await told(asker, everybody())).toEqual({ names: namesOf(provider, operator, retailer, otherRetailer), kind: asker.role });
});

test("a retailer sees only its own users' names, and keeps acting as itself", async () => {
  const { retailer } = world;
  expect(await told(retailer, everybody())).toEqual({ names: namesOf(retailer), kind: "dropShipper" });
});

test("customers and site administrators see no names", async () => {
  for (const asker of [world.customer, world.siteAdmin]) expect((await told(asker, everybody())).names).toEqual([]);
});
