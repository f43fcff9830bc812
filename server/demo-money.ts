import { toDay } from "#src/kit/lib/days.ts";
import { createRateCard, setBillingSettings, setPrices } from "#src/billing/rate-cards/rate-cards.contract.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { createProduct } from "#src/warehouse/goods/goods.contract.ts";
import { insertItems, saveStatus } from "./billing/catalogue/item.commands.ts";
import { replacePrices } from "./billing/catalogue/prices.commands.ts";
import { saveTier } from "./billing/catalogue/tiers.commands.ts";
import { newId } from "./platform/runtime/clock.ts";
import type { DemoPeople } from "./demo-goods.ts";
import type { Acting, Tx } from "./platform/db/row-security.ts";
import { makeProduct } from "./warehouse/goods/product.commands.ts";
import { listVariantsOfProducts } from "./warehouse/goods/goods-list.queries.ts";
import { readBillingSettings } from "./billing/rate-cards/cards.queries.ts";
import { insertCard, savePrices } from "./billing/rate-cards/rate-cards.commands.ts";
import { saveSettings } from "./billing/rate-cards/terms.commands.ts";
import { postMovements } from "./warehouse/stock/ledger.commands.ts";
import { chargeByHand } from "./billing/wallet/charges.commands.ts";
import { insertTopUpRequest } from "./billing/wallet/top-up-requests.commands.ts";
import { addTopUp } from "./billing/wallet/top-ups.commands.ts";

function done<T>(result: Result<T, string>): T {
  if (!result.ok) throw new Error(`demo money: ${result.problem}`);
  return result.value;
}

/** Millionths of a dollar. */
const cent = 10_000;
const prices = [
  { event: "storage_piece_day", from_value: 0, price_micros: 0 },
  { event: "storage_piece_day", from_value: 30, price_micros: cent / 5 },
  { event: "receiving_piece", from_value: 0, price_micros: 5 * cent },
  { event: "receiving_piece", from_value: 1000, price_micros: 4 * cent },
  { event: "putaway_piece", from_value: 0, price_micros: 3 * cent },
  { event: "return_piece", from_value: 0, price_micros: 10 * cent },
  { event: "picking_order", from_value: 0, price_micros: 40 * cent },
  { event: "picking_order", from_value: 500, price_micros: 30 * cent },
  { event: "picking_piece", from_value: 0, price_micros: 8 * cent },
  { event: "packing_parcel", from_value: 0, price_micros: 30 * cent },
  { event: "box_piece", from_value: 0, price_micros: 35 * cent },
  { event: "consumable_piece", from_value: 0, price_micros: 5 * cent },
  { event: "label_parcel", from_value: 0, price_micros: 5 * cent },
  { event: "weighing_parcel", from_value: 0, price_micros: 3 * cent },
  { event: "bagging_parcel", from_value: 0, price_micros: 2 * cent },
  { event: "shipped_piece", from_value: 0, price_micros: 25 * cent },
  { event: "customer_return_piece", from_value: 0, price_micros: 60 * cent },
  { event: "restocking_piece", from_value: 0, price_micros: 15 * cent },
] as const;

/** Adds a rate card for all retailers from today on, a top-up, a request for another, and a manual charge. */
async function addWallet(tx: Tx, { providerUuid, retailerUuid, userUuid }: DemoPeople, now: Date): Promise<void> {
  const context = { tx, providerUuid, now };
  const today = toDay(now);
  const cardUuid = done(await insertCard(context, createRateCard.input.parse({ name: "Standard", currency: "USD" })));
  const set = { rate_card_uuid: cardUuid, valid_from: today, prices, version: 1 };
  done(await savePrices(context, setPrices.input.parse(set)));
  const settings = { time_zone: "UTC", default_rate_card_uuid: cardUuid, charges_from: today };
  const { version } = await readBillingSettings(tx, providerUuid);
  done(await saveSettings(context, setBillingSettings.input.parse({ ...settings, version })));
  const acting: Acting = { kind: "provider", providerUuid, userUuid };
  const scope = { ...context, retailerUuid: null, userUuid, role: "provider", acting } as const;
  const paid = { amount_cents: 50_000, method: "bank", reference: "DEMO-1", received_on: today, remark: "" } as const;
  done(await addTopUp(scope, { retailer_uuid: retailerUuid, ...paid }));
  const sent = { amount_cents: 20_000, reference: "DEMO-2", sent_on: today, note: "For the next container" };
  done(await insertTopUpRequest({ ...scope, retailerUuid }, sent));
  const relabelled = { kind: "handling", amount_cents: 1250, day: today, remark: "Relabelling of 50 mugs" } as const;
  done(await chargeByHand(scope, { retailer_uuid: retailerUuid, ...relabelled }));
}

/** Adds a product of the provider's own that retailers may claim, with a list price and a tier's. */
async function addCatalogue(tx: Tx, { providerUuid, userUuid }: DemoPeople, now: Date): Promise<void> {
  const scope = { tx, providerUuid, now };
  const size = { weight_grams: 900, length_mm: 220, width_mm: 160, height_mm: 150 };
  const { owner_uuid: _none, ...product } = createProduct.input.parse({
    title: "Stoneware teapot",
    variants: [{ sku: "TEAPOT-1", barcodes: ["2000000000077"], ...size }],
  });
  const productUuid = done(await makeProduct(scope, providerUuid, product));
  const [variant] = await listVariantsOfProducts(tx, providerUuid, [productUuid]);
  const place = await tx
    .selectFrom("location")
    .select(["location_uuid", "warehouse_uuid"])
    .where("provider_uuid", "=", providerUuid)
    .where("type", "=", "pick")
    .orderBy("pick_sequence", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  if (variant === undefined) throw new Error("demo money: the teapot has no SKU");
  const movement = {
    source: { type: "opening", uuid: newId(), line: 1 },
    variantUuid: variant.variant_uuid,
    ownerUuid: providerUuid,
    warehouseUuid: place.warehouse_uuid,
    lot: "",
    quantity: 40,
    from: { place: "opening", condition: "good" },
    to: { place: "location", locationUuid: place.location_uuid, condition: "good" },
  } as const;
  done(await postMovements(tx, { providerUuid, userUuid, now }, [movement]));
  const { price_tier_uuid } = done(await saveTier(scope, { name: "Wholesale" }));
  const [item] = done(await insertItems(scope, [productUuid])).added;
  if (item === undefined) throw new Error("demo money: the teapot is not in the catalogue");
  const buildPrice = (scopeName: "list" | "tier", scope_uuid: string | null, price_cents: number) =>
    ({ variant_uuid: variant.variant_uuid, currency: "USD", scope: scopeName, scope_uuid, price_cents }) as const;
  const ofItem = [buildPrice("list", null, 1800), buildPrice("tier", price_tier_uuid, 1500)];
  done(await replacePrices(scope, { item_uuid: item.item_uuid, prices: ofItem, version: 1 }));
  done(await saveStatus(scope, { item_uuids: [item.item_uuid], status: "listed" }));
}

/**
 * Gives the demo's provider a rate card, a retailer's wallet and a catalogue, with the commands of the screens.
 * @param tx of the demo's creation; acts for the provider
 * @throws Error naming the refusal if a command refuses: the demo is then not created at all
 */
export async function seedDemoMoney(tx: Tx, people: DemoPeople, now: Date): Promise<void> {
  await addWallet(tx, people, now);
  await addCatalogue(tx, people, now);
}
