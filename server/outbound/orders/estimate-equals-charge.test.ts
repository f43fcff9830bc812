import { afterEach, beforeEach, expect, test } from "vitest";
import { getOrder } from "#src/outbound/orders/orders.contract.ts";
import { startTestApp } from "#tests/server/app.ts";
import { ChargedScene, uneven } from "#tests/server/charged-scene.ts";
import { request } from "#tests/server/client.ts";
import { stageParcels } from "#tests/server/parcel-scene.ts";
import type { StockStage } from "#tests/server/stage-stock.ts";
import { makeWorld } from "#tests/server/world.ts";

const twoDaysMs = 2 * 86_400_000;
let scene: ChargedScene;
let on: StockStage;
let byWeight: string;
let byVolume: string;
let large: string;
let filling: string;
// For each test, because charging closes the days of the ledger.
beforeEach(async () => {
  const server = await startTestApp();
  scene = new ChargedScene(server, await makeWorld(server));
  await scene.openWallet(server.clock.now().toISOString().slice(0, 10), uneven);
  // Pieces of 300 g that are 100 x 80 x 60 mm.
  on = await stageParcels(scene);
  [byWeight, byVolume] = [await scene.addPricedChannel(), await scene.addPricedChannel(5000)];
  await scene.addBox("Small", 130, [105, 85, 190]);
  large = await scene.addBox("Large", 420, [310, 250, 200]);
  filling = await scene.addBox("Filling", 12, null);
});
afterEach(() => scene.server.close());

const three = [
  [0, 2],
  [1, 1],
] as const;
/** As many pieces of each SKU. */
const half = (pieces: number) =>
  [
    [0, pieces],
    [1, pieces],
  ] as const;
const sum = (amounts: Readonly<Record<string, number>>) => Object.values(amounts).reduce((total, cents) => total + cents, 0);

test("an order that is packed in another box, with consumables, says why its charge differs", async () => {
  const [other] = await scene.makeReady(on, [
    {
      channelUuid: byVolume,
      lines: three,
      packedAs: (advised) => advised.map(({ items }) => ({ box_uuid: large, items, consumables: [{ box_uuid: filling, quantity: 2 }] })),
    },
  ]);
  if (other === undefined) throw new Error("an order was made");
  const waiting = await scene.order(other.order_uuid);
  expect(waiting.estimate?.parcels).toMatchObject([{ box_name: "Small", weight_grams: 1030 }]);
  expect(waiting.differences.map(({ kind }) => kind)).toEqual(["box", "consumables"]);
  await scene.shipParcels(on, byVolume, other.parcels);
  const { differences } = await scene.order(other.order_uuid);
  expect(differences).toEqual([
    { kind: "box", expected: "Small", actual: "Large" },
    { kind: "consumables", expected: "0", actual: "2" },
    { kind: "weight", expected: "1030", actual: "1344" },
  ]);
  const asRetailer = await request(scene.server.app, getOrder, { order_uuid: other.order_uuid }, scene.asRetailer());
  expect(asRetailer.data.differences).toEqual(differences);
  await scene.chargeLater(2 * twoDaysMs);
  expect(await scene.chargedFor(other.order_uuid)).toEqual({ ...other.byEvent, consumable_piece: 11, shipping_parcel: 1388 });
});

test("an order that is packed as advised costs its estimate: the box makes it heavier by a weight step, longer than it weighs, or several parcels", async () => {
  const orders = await scene.makeReady(on, [
    // 900 g of goods, and 1030 g with the box.
    { channelUuid: byWeight, lines: three },
    // 4 pieces go into the large box: 15,500 cm³, 3100 g by volume.
    { channelUuid: byVolume, lines: half(2) },
    // More than the large box holds.
    { channelUuid: byWeight, lines: half(20) },
  ]);
  for (const [at, order] of orders.entries()) await scene.shipParcels(on, at === 1 ? byVolume : byWeight, order.parcels);
  await scene.chargeLater(twoDaysMs);
  for (const { order_uuid, byEvent, estimated } of orders) {
    expect(await scene.chargedFor(order_uuid)).toEqual(byEvent);
    expect(sum(byEvent)).toBe(estimated);
    const shown = await scene.order(order_uuid);
    expect(shown.differences).toEqual([]);
    expect(shown.charged.reduce((total, { amount_cents }) => total + amount_cents, 0)).toBe(estimated);
  }
  // 3.219 and two steps of 1.777; six steps; the parcels of the third are priced one by one.
  expect(orders.map(({ byEvent }) => byEvent["shipping_parcel"]).slice(0, 2)).toEqual([677, 1388]);
  expect(orders[2]?.parcels.length).toBeGreaterThan(1);
});
