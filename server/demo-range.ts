import { createProduct } from "#src/warehouse/goods/goods.contract.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { generateLocations } from "#src/warehouse/warehouses/generator.contract.ts";
import { rangeColours, rangeProducts, rangeSizes } from "./demo-names.ts";
import { newId } from "./platform/runtime/clock.ts";
import type { Tx } from "./platform/db/row-security.ts";
import { listVariantsOfProducts } from "./warehouse/goods/goods-list.queries.ts";
import { makeProduct } from "./warehouse/goods/product.commands.ts";
import { postMovements } from "./warehouse/stock/ledger.commands.ts";
import { makeGenerated } from "./warehouse/warehouses/generator.commands.ts";

function done<T>(result: Result<T, string>): T {
  if (!result.ok) throw new Error(`demo range: ${result.problem}`);
  return result.value;
}

/** A SKU of the range. */
export interface RangeVariant {
  readonly variantUuid: string;
  readonly sku: string;
  readonly ownerUuid: string;
}

/** Returns the 13 digits of a GTIN for use within a company (GS1 prefix 200), with its check digit. */
function toBarcode(number: number): string {
  const digits = `2001${String(number).padStart(8, "0")}`;
  const sum = Array.from(digits).reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return `${digits}${String((10 - (sum % 10)) % 10)}`;
}

/** Each product comes in every colour and size. */
const variantKinds = rangeColours.flatMap((colour) => rangeSizes.map((size) => ({ colour, size })));

async function addProduct(tx: Tx, providerUuid: string, ownerUuid: string, at: number, now: Date): Promise<string> {
  const [title = ""] = rangeProducts[at] ?? [];
  const [word = ""] = title.toUpperCase().split(" ");
  const { owner_uuid: _none, ...product } = createProduct.input.parse({
    title,
    variants: variantKinds.map(({ colour, size }, index) => ({
      sku: `${word}-${colour.slice(0, 3).toUpperCase()}-${size.slice(0, 1)}`,
      title: `${colour} ${size}`,
      weight_grams: 120 + ((at * 90 + index * 35) % 1400),
      length_mm: size === "Large" ? 220 : 120,
      width_mm: 100 + (at % 5) * 10,
      height_mm: 80,
      declared_name: title,
      declared_name_zh: "家居用品",
      declared_value_cents: 300 + ((at * 170 + index * 60) % 3200),
      currency: "USD",
      barcodes: [toBarcode(at * variantKinds.length + index + 1)],
    })),
  });
  return done(await makeProduct({ tx, providerUuid, now }, ownerUuid, product));
}

/** Initial pieces of the SKU at a place of the range: every twelfth runs out within the month. */
function getOpeningPieces(at: number): number {
  return at % 12 === 5 ? 6 : 30 + ((at * 7) % 40);
}

async function addStock(
  tx: Tx,
  { providerUuid, userUuid, warehouseUuid }: { providerUuid: string; userUuid: string; warehouseUuid: string },
  variants: readonly RangeVariant[],
  now: Date,
): Promise<void> {
  const plan = {
    warehouse_uuid: warehouseUuid,
    partitions: "C,D",
    first_shelf: 1,
    last_shelf: 5,
    bays: 5,
    levels: 3,
    pattern: "{P}-{S}-{B}-{L}",
    capacity_ml: 250_000,
  };
  done(await makeGenerated(tx, providerUuid, generateLocations.input.parse(plan)));
  const places = await tx
    .selectFrom("location")
    .select("location_uuid")
    .where("provider_uuid", "=", providerUuid)
    .where("type", "=", "pick")
    .where("barcode", ">=", "C")
    .orderBy("pick_sequence")
    .execute();
  const source = newId();
  const movements = variants.flatMap(({ variantUuid, ownerUuid }, at) => {
    const place = places[at % places.length];
    if (place === undefined) return [];
    return [
      {
        source: { type: "opening", uuid: source, line: at + 1 },
        variantUuid,
        ownerUuid,
        warehouseUuid,
        lot: "",
        quantity: getOpeningPieces(at),
        from: { place: "opening", condition: "good" },
        to: { place: "location", locationUuid: place.location_uuid, condition: "good" },
      } as const,
    ];
  });
  done(await postMovements(tx, { providerUuid, userUuid, now }, movements));
}

/**
 * Gives the demo's retailers a range of about 300 SKUs, in turn, with stock in partitions of their own. Call it before other goods are created: lists
 * show the newest first.
 * @param tx acts for the provider
 * @param since when the range came into the warehouse
 * @returns the SKUs
 * @throws Error naming the refusal if a command refuses
 */
export async function seedDemoRange(
  tx: Tx,
  place: { readonly providerUuid: string; readonly userUuid: string; readonly warehouseUuid: string },
  retailerUuids: readonly string[],
  since: Date,
): Promise<RangeVariant[]> {
  const { providerUuid } = place;
  const products: string[] = [];
  for (const at of rangeProducts.keys())
    products.push(await addProduct(tx, providerUuid, retailerUuids[at % retailerUuids.length] ?? providerUuid, at, since));
  const rows = await listVariantsOfProducts(tx, providerUuid, products);
  const variants = rows.map(({ variant_uuid, sku, owner_uuid }) => ({ variantUuid: variant_uuid, sku, ownerUuid: owner_uuid }));
  await addStock(tx, place, variants, since);
  return variants;
}
