import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import { inspect, putAway, suggestPutaway } from "#src/warehouse/receipts/receiving.contract.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request } from "#tests/server/client.ts";
import { arrived, stageReceipts } from "#tests/server/stage-receipts.ts";
import type { ReceiptStage } from "#tests/server/stage-receipts.ts";
import { putStock } from "#tests/server/stage-stock.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { World } from "#tests/server/world.ts";

let server: TestApp;
let world: World;

beforeAll(async () => {
  server = await startTestApp();
  world = await makeWorld(server);
});
afterAll(() => server.close());

const [mug, cup] = [0, 1];

/** Five mugs wait beside shelves that hold these goods, and nobody confirms anything. */
async function stageShelves(options: { shelves?: number }, held: readonly { variant: number; location: number }[]) {
  const stage = await stageReceipts(server, world, options);
  await server.services.database.transaction({ kind: "provider", providerUuid: world.providerA }, async (tx) => {
    for (const one of held) await putStock(tx, stage, { ...one, quantity: 3, now: server.clock.now() });
  });
  const { receipt_uuid } = await arrived(server, world, stage, [{ variant: stage.mug, expected: 5 }]);
  const by = { token: world.operator.token };
  await request(server.app, inspect, { receipt_uuid, code: stage.mug.sku, qualified_quantity: 5 }, by);
  const goods = { receipt_uuid, code: stage.mug.sku };
  return {
    suggestions: (await request(server.app, suggestPutaway, goods, by)).data.suggestions,
    put: async (location: number) => (await request(server.app, putAway, { ...goods, location: getBarcode(stage, location) }, by)).code,
    barcode: (location: number) => getBarcode(stage, location),
  };
}

function getBarcode({ barcodes }: ReceiptStage, location: number): string {
  return barcodes[location] ?? "";
}

describe("a location that holds other goods", () => {
  test("is accepted at the first scan if the same product and lot lies there too", async () => {
    const shelf = await stageShelves({}, [
      { variant: cup, location: 1 },
      { variant: mug, location: 1 },
    ]);
    expect(shelf.suggestions[0]).toMatchObject({ barcode: shelf.barcode(1), why: "same_item_and_lot" });
    expect(await shelf.put(1)).toBe(200);
  });

  test("is accepted at the first scan if it is the suggested one, and asked about otherwise", async () => {
    const only = await stageShelves({ shelves: 1 }, [{ variant: cup, location: 0 }]);
    expect(only.suggestions).toMatchObject([{ barcode: only.barcode(0), why: "capacity" }]);
    expect(await only.put(0)).toBe(200);
    const other = await stageShelves({}, [{ variant: cup, location: 0 }]);
    expect(await other.put(0)).toBe(codes["receipts.locationMixed"].code);
  });

  test("is suggested after one that holds only the same product and lot", async () => {
    const { suggestions, barcode } = await stageShelves({}, [
      { variant: mug, location: 0 },
      { variant: cup, location: 0 },
      { variant: mug, location: 2 },
    ]);
    expect(suggestions.slice(0, 2).map((one) => [one.barcode, one.why])).toEqual([
      [barcode(2), "same_item_and_lot"],
      [barcode(0), "same_item_and_lot"],
    ]);
  });
});
