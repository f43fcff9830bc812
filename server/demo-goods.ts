import type { FollowUps } from "./platform/services.ts";
import { createProduct } from "#src/warehouse/goods/goods.contract.ts";
import { addDays, toDay } from "#src/kit/lib/days.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { addStorage } from "#src/warehouse/receipts/receipts.contract.ts";
import { generateLocations } from "#src/warehouse/warehouses/generator.contract.ts";
import { createWarehouse } from "#src/warehouse/warehouses/warehouses.contract.ts";
import { newId } from "./platform/runtime/clock.ts";
import { actAs } from "./platform/db/row-security.ts";
import type { Acting, Tx } from "./platform/db/row-security.ts";
import { makeProduct } from "./warehouse/goods/product.commands.ts";
import { addReceipt } from "./warehouse/receipts/announce/draft.commands.ts";
import { takeStep } from "./warehouse/receipts/announce/desk-steps.commands.ts";
import { postMovements } from "./warehouse/stock/ledger.commands.ts";
import { makeGenerated } from "./warehouse/warehouses/generator.commands.ts";
import { makeWarehouse } from "./warehouse/warehouses/warehouses.commands.ts";

/** The owners of the demo's data. */
export interface DemoPeople {
  readonly providerUuid: string;
  readonly retailerUuid: string;
  /** the provider's own user, who created all of it */
  readonly userUuid: string;
}

function done<T>(result: Result<T, string>): T {
  if (!result.ok) throw new Error(`demo goods: ${result.problem}`);
  return result.value;
}

const products = [
  {
    title: "Enamel mug",
    variants: [
      ["MUG-BLUE", "Blue", "2000000000015", 310, 450],
      ["MUG-RED", "Red", "2000000000022", 310, 450],
    ],
  },
  { title: "Linen tea towel", variants: [["TOWEL-NAT", "Natural", "2000000000039", 90, 620]] },
  {
    title: "Oak cutting board",
    variants: [
      ["BOARD-S", "Small", "2000000000046", 640, 1180],
      ["BOARD-L", "Large", "2000000000053", 1250, 1990],
    ],
  },
  { title: "Beeswax candle", variants: [["CANDLE-1", "", "2000000000060", 180, 340]] },
] as const;

/** Each with its initial stock in pieces; the first location gets the first variant, and so on. */
const opening = [120, 80, 45, 30, 0, 200] as const;

async function addProducts(tx: Tx, { providerUuid, retailerUuid }: DemoPeople, now: Date): Promise<Map<string, string>> {
  for (const { title, variants } of products) {
    const fields = createProduct.input.parse({
      title,
      variants: variants.map(([sku, name, barcode, grams, cents]) => ({
        sku,
        title: name,
        weight_grams: grams,
        length_mm: 120,
        width_mm: 100,
        height_mm: 80,
        declared_value_cents: cents,
        currency: "USD",
        low_stock_quantity: 20,
        barcodes: [barcode],
      })),
    });
    const { owner_uuid: _none, ...product } = fields;
    done(await makeProduct({ tx, providerUuid, now }, retailerUuid, product));
  }
  const rows = await tx
    .selectFrom("variant")
    .select(["sku", "variant_uuid"])
    .where("provider_uuid", "=", providerUuid)
    .where("owner_uuid", "=", retailerUuid)
    .where(
      "sku",
      "in",
      products.flatMap(({ variants }) => variants.map(([sku]) => sku)),
    )
    .orderBy("variant_uuid")
    .execute();
  return new Map(rows.map(({ sku, variant_uuid }) => [sku, variant_uuid]));
}

async function addOpeningStock(
  tx: Tx,
  { providerUuid, retailerUuid, userUuid }: DemoPeople,
  warehouseUuid: string,
  variants: ReadonlyMap<string, string>,
  now: Date,
): Promise<void> {
  const places = await tx
    .selectFrom("location")
    .select("location_uuid")
    .where("provider_uuid", "=", providerUuid)
    .where("type", "=", "pick")
    .orderBy("pick_sequence")
    .limit(opening.length)
    .execute();
  const source = newId();
  const movements = [...variants.values()].flatMap((variantUuid, at) => {
    const [quantity, place] = [opening[at] ?? 0, places[at]];
    if (quantity === 0 || place === undefined) return [];
    return [
      {
        source: { type: "opening", uuid: source, line: at + 1 },
        variantUuid,
        ownerUuid: retailerUuid,
        warehouseUuid,
        lot: "",
        quantity,
        from: { place: "opening", condition: "good" },
        to: { place: "location", locationUuid: place.location_uuid, condition: "good" },
      } as const,
    ];
  });
  done(await postMovements(tx, { providerUuid, userUuid, now }, movements));
}

/** No order waits for stock while the goods are created. */
export const nothingFollows: FollowUps = {
  stockFreed: async () => undefined,
  variantsMerged: async () => undefined,
  creditRaised: async () => undefined,
  ordersDelayed: async () => undefined,
  ordersStepped: async () => undefined,
  parcelsNeedWaybills: async () => undefined,
  orderSorted: async () => undefined,
};

/** Adds receipts in each state that needs somebody's action: a draft, one to confirm, one to receive. */
async function addReceipts(tx: Tx, people: DemoPeople, warehouseUuid: string, now: Date): Promise<void> {
  const { providerUuid, retailerUuid, userUuid } = people;
  const acting: Acting = { kind: "provider", providerUuid, userUuid };
  const scope = { tx, providerUuid, retailerUuid: null, userUuid, role: "provider", acting, now, followUps: nothingFollows } as const;
  const expectedOn = addDays(toDay(now), 3);
  const receipt = (reference: string, lines: readonly { sku: string; expected: number; box_number: number }[], submit: boolean) =>
    addReceipt(
      scope,
      addStorage.input.parse({
        owner_uuid: retailerUuid,
        warehouse_uuid: warehouseUuid,
        reference,
        expected_on: expectedOn,
        lines,
        submit,
      }),
    );
  done(await receipt("SPRING-3", [{ sku: "CANDLE-1", expected: 60, box_number: 1 }], false));
  done(await receipt("SPRING-2", [{ sku: "TOWEL-NAT", expected: 50, box_number: 1 }], true));
  const lines = [
    { sku: "MUG-BLUE", expected: 24, box_number: 1 },
    { sku: "BOARD-L", expected: 10, box_number: 2 },
  ];
  const { receipt_uuid, version } = done(await receipt("SPRING-1", lines, true));
  done(await takeStep(scope, "confirm", { receipt_uuid, version }));
}

/**
 * Gives the demo's provider a warehouse with locations, with the commands of the screens.
 * @param tx of the demo's creation; acts for the provider afterwards
 * @returns the warehouse's uuid
 * @throws Error naming the refusal if a command refuses: the demo is then not created at all
 */
export async function seedDemoWarehouse(tx: Tx, { providerUuid, userUuid }: DemoPeople): Promise<string> {
  actAs(tx, { kind: "provider", providerUuid, userUuid });
  const warehouseUuid = done(
    await makeWarehouse(
      tx,
      providerUuid,
      createWarehouse.input.parse({ name: "East 1", code: "E1", country_code: "US", width_mm: 24_000, depth_mm: 16_000 }),
    ),
  );
  const plan = {
    warehouse_uuid: warehouseUuid,
    partitions: "A,B",
    first_shelf: 1,
    last_shelf: 4,
    bays: 4,
    levels: 3,
    pattern: "{P}-{S}-{B}-{L}",
    capacity_ml: 250_000,
  };
  done(await makeGenerated(tx, providerUuid, generateLocations.input.parse(plan)));
  return warehouseUuid;
}

/**
 * Gives the demo's retailer products, stock and receipts, with the commands of the screens.
 * @param tx acts for the provider
 * @throws Error naming the refusal if a command refuses
 */
export async function seedDemoGoods(tx: Tx, people: DemoPeople, warehouseUuid: string, now: Date): Promise<void> {
  const variants = await addProducts(tx, people, now);
  await addOpeningStock(tx, people, warehouseUuid, variants, now);
  await addReceipts(tx, people, warehouseUuid, now);
}
