import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Bag } from "#src/outbound/bagging/bagging.contract.ts";
import { mostListed } from "#src/outbound/bagging/bagging.rules.ts";
import { inSystemScope } from "#server/outbound/waves/in-scope.ts";
import { startTestApp } from "#tests/server/app.ts";
import { BagScene } from "#tests/server/bag-scene.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { listParcelsOfBags } from "./bags.queries.ts";
import { make } from "./make-manifest.commands.ts";
import { printLists } from "./print-bags.ts";

let scene: BagScene;
beforeAll(async () => {
  const server = await startTestApp();
  scene = new BagScene(server, await makeWorld(server));
});
afterAll(() => scene.server.close());

/** Adds copies of a bag's parcel to it until it has so many. One statement for all of them would take too long. */
async function fillBag({ tx }: OrderScope, { bag_uuid }: Bag, count: number): Promise<void> {
  const step = 1000;
  for (let from = 2; from <= count; from += step)
    await sql`
      with one as (
        select p as parcel, k as entry from bag_parcel k join parcel p on p.provider_uuid = k.provider_uuid and p.parcel_uuid = k.parcel_uuid
        where k.bag_uuid = ${bag_uuid} order by k.entry_uuid limit 1
      ), copies as materialized (
        select jsonb_build_object('parcel_uuid', gen_random_uuid(), 'parcel_number', 'COPY-' || n, 'entry_uuid', gen_random_uuid()) as own, one.*
        from one cross join generate_series(${from}::integer, ${Math.min(count, from + step - 1)}::integer) n
      ), parcels as (
        insert into parcel select (jsonb_populate_record(parcel, own)).* from copies
      )
      insert into bag_parcel select (jsonb_populate_record(entry, own)).* from copies`.execute(tx);
}

test("no parcel of a long list is omitted: up to 20,000 are printed, and more are refused before", async () => {
  const on = await scene.stageGoods();
  const channel = await scene.addChannel();
  const [parcels = []] = await scene.readyOrders(on, channel, [[[0, 1]]]);
  const bag = await scene.sealedBag(on, channel, parcels);
  const { bag_uuid, bag_number } = bag;
  const inScope = inSystemScope(scene.server.services, scene.world.providerA);
  await inScope((scope) => fillBag(scope, bag, mostListed + 1));
  const owner = new pg.Client({ connectionString: scene.server.ownerUrl });
  await owner.connect();
  await owner.query("analyze parcel, bag_parcel");
  await owner.end();
  const list = { bag_numbers: [bag_number], language: "en_us" as const };
  expect(await inScope((scope) => listParcelsOfBags(scope, [bag_uuid]))).toHaveLength(mostListed + 1);
  expect(await inScope((scope) => printLists(scope, list))).toEqual({ ok: false, problem: "bagging.tooManyListed" });
  expect(await inScope((scope) => make(scope, { bag_uuids: [bag_uuid] }))).toEqual({ ok: false, problem: "bagging.manifestFull" });
  await inScope(({ tx }) =>
    sql`update bag_parcel set taken_at = put_at where bag_uuid = ${bag_uuid}
      and entry_uuid = (select entry_uuid from bag_parcel where bag_uuid = ${bag_uuid} limit 1)`.execute(tx),
  );
  expect(await inScope((scope) => printLists(scope, list))).toMatchObject({ ok: true });
  expect(await inScope((scope) => make(scope, { bag_uuids: [bag_uuid] }))).toMatchObject({ ok: true });
});
