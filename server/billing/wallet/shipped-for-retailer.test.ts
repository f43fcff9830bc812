import { afterAll, beforeAll, expect, test } from "vitest";
import { listChargedGoods, listCharges } from "#src/billing/wallet/charges.contract.ts";
import { listMovements } from "#src/warehouse/stock/stock.contract.ts";
import { computePreview } from "#server/billing/rate-cards/preview.queries.ts";
import { postMovements } from "#server/warehouse/stock/ledger.commands.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { balancesIn, chargesIn } from "#tests/server/charging-books.ts";
import { act, at, chargedUntil, done, sceneOf } from "#tests/server/charging-scene.ts";
import type { Scene } from "#tests/server/charging-scene.ts";
import { request } from "#tests/server/client.ts";
import { addPerson } from "#tests/server/world.ts";

let test_: TestApp;
let on: Scene;
let [one, other]: [string, string] = ["", ""];

/** The variants of the scene, and its owners. */
const [ofOne, ofOther, ofProvider] = [0, 1, 2];
const prices = { shipped_piece: [[0, 100_000]], storage_piece_day: [[0, 0]] } as const;

beforeAll(async () => {
  test_ = await startTestApp();
  on = await sceneOf(test_, prices, { retailers: 2 });
  [one = "", other = ""] = on.books.retailers;
  await done(on, [
    act("find", at(1), 90, { variant: ofProvider }),
    act("find", at(1), 90, { variant: ofOne }),
    act("ship", at(1), 5, { variant: ofProvider, forOwner: ofOne }),
    act("ship", at(1), 1, { variant: ofOne, forOwner: ofOne }),
    act("ship", at(1), 3, { variant: ofOne, forOwner: ofOther, about: 1 }),
    act("ship", at(1), 2, { variant: ofProvider, about: 2 }),
  ]);
  await chargedUntil(test_, on, 2);
});
afterAll(() => test_.close());

const isShipped = ({ event }: { readonly event: string }) => event === "shipped_piece";

test("what is shipped is charged to the order's retailer, whoever owns the stock; storage to the owner", async () => {
  const charges = await chargesIn(on.books);
  expect(
    charges.filter(isShipped).map(({ retailer_uuid, source_uuid, quantity_milli, amount_cents }) => ({
      retailer_uuid,
      source_uuid,
      quantity_milli,
      amount_cents,
    })),
  ).toEqual([
    { retailer_uuid: one, source_uuid: on.stage.orders[0], quantity_milli: 6000, amount_cents: 60 },
    { retailer_uuid: other, source_uuid: on.stage.orders[1], quantity_milli: 3000, amount_cents: 30 },
  ]);
  const stored = charges.filter((charge) => !isShipped(charge));
  expect(stored.map(({ retailer_uuid, quantity_milli }) => [retailer_uuid, quantity_milli])).toEqual([[one, 86_000]]);
  expect(await balancesIn(on.books)).toEqual(
    new Map([
      [one, -60],
      [other, -30],
    ]),
  );
});

test.each([
  ["one", () => one, 60],
  ["the other", () => other, 30],
] as const)("a preview for %s retailer alone counts what was shipped for it", async (_, retailer, total_cents) => {
  const asked = {
    prices: [{ event: "shipped_piece", from_value: 0, price_micros: 100_000 } as const],
    month: "2026-05",
    retailerUuids: [retailer()],
    now: new Date(at(2)),
  };
  expect(await on.books.as((tx) => computePreview(tx, on.books.providerUuid, asked))).toMatchObject({ ok: true, value: { total_cents } });
});

test("the retailer sees which SKUs it was charged for, the provider's among them; movements lead to the charge", async () => {
  const { providerUuid } = on.books;
  const retailer = await addPerson(test_, { username: "for-retailer", role: "dropShipper", providerUuid, retailerUuid: one });
  const stranger = await addPerson(test_, { username: "for-other", role: "dropShipper", providerUuid, retailerUuid: other });
  const provider = await addPerson(test_, { username: "for-provider", role: "provider", providerUuid });
  const charge = (await chargesIn(on.books)).find((row) => isShipped(row) && row.retailer_uuid === one);
  const goods = async ({ token }: { token: string }) =>
    (await request(test_.app, listChargedGoods, { charge_uuid: charge?.charge_uuid ?? "" }, { token })).data?.result;
  for (const viewer of [retailer, provider])
    expect(await goods(viewer)).toMatchObject([
      { variant_uuid: on.stage.variants[ofProvider]?.uuid, quantity: 5, is_own: false },
      { variant_uuid: on.stage.variants[ofOne]?.uuid, quantity: 1, is_own: true },
    ]);
  expect(await goods(stranger)).toBeUndefined();

  const listShipments = async ({ token }: { token: string }) =>
    (await request(test_.app, listMovements, { source_type: "shipment" }, { token })).data.result;
  const shipments = await listShipments(provider);
  expect(shipments.map(({ owner_uuid, for_retailer_uuid, quantity }) => [owner_uuid, for_retailer_uuid, quantity])).toEqual(
    expect.arrayContaining([
      [providerUuid, one, 5],
      [one, null, 1],
      [one, other, 3],
      [providerUuid, null, 2],
    ]),
  );
  // A retailer sees its own stock only, and not whom it was shipped for.
  expect((await listShipments(retailer)).map(({ for_retailer_uuid, quantity }) => [for_retailer_uuid, quantity]).toSorted()).toEqual([
    [null, 1],
    [null, 3],
  ]);
  const chargedFor = async (quantity: number, { token }: { token: string }) => {
    const movement_uuid = shipments.find((row) => row.quantity === quantity)?.movement_uuid ?? "";
    const { data } = await request(test_.app, listCharges, { movement_uuid }, { token });
    return data.result.map(({ retailer_uuid }) => retailer_uuid);
  };
  expect(await Promise.all([5, 1, 3, 2].map((quantity) => chargedFor(quantity, provider)))).toEqual([[one], [one], [other], []]);
  expect(await chargedFor(3, retailer)).toEqual([]);
});

test("only a shipment can be for another retailer, and for one of the provider's", async () => {
  const { uuid: warehouseUuid = "", shelf = "", dock = "" } = on.stage.warehouses[0] ?? {};
  const { uuid: variantUuid = "", ownerUuid = "" } = on.stage.variants[ofOne] ?? {};
  const post = (type: string, forRetailerUuid: string) =>
    on.books.as((tx) =>
      postMovements(tx, { providerUuid: on.books.providerUuid, userUuid: null, now: new Date(at(3)) }, [
        {
          source: { type, uuid: variantUuid, line: 1 },
          variantUuid,
          ownerUuid,
          forRetailerUuid,
          warehouseUuid,
          lot: "",
          quantity: 1,
          from: { place: "location", locationUuid: shelf, condition: "good" },
          to: type === "move" ? { place: "location", locationUuid: dock, condition: "good" } : { place: "shipment", condition: "good" },
        },
      ]),
    );
  await expect(post("move", other)).rejects.toThrow("stock_entry_for_retailer_shipped");
  await expect(post("shipment", on.books.providerUuid)).rejects.toThrow("stock_entry_for_retailer_fkey");
});
