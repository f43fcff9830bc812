import { createRateCard, setBillingSettings, setPrices } from "#src/rate-cards/rate-cards.contract.ts";
import type { Result } from "#src/lib/result.ts";
import { createProduct } from "#src/goods/goods.contract.ts";
import { addItemsOf, setStatusOf } from "./catalogue/item.commands.ts";
import { setPricesOf } from "./catalogue/prices.commands.ts";
import { saveTier } from "./catalogue/tiers.commands.ts";
import { newId } from "./clock.ts";
import type { DemoPeople } from "./demo-goods.ts";
import type { Acting } from "./db/acting.ts";
import type { Tx } from "./db/tx.ts";
import { makeProduct } from "./goods/product.commands.ts";
import { variantsOfProducts } from "./goods/list.queries.ts";
import { billingSettingsOf } from "./rate-cards/cards.queries.ts";
import { makeCard, writePrices } from "./rate-cards/rate-cards.commands.ts";
import { writeSettings } from "./rate-cards/terms.commands.ts";
import { postMovements } from "./stock/ledger.commands.ts";
import { chargeByHand } from "./wallet/charges.commands.ts";
import { insertTopUpRequest } from "./wallet/top-up-requests.commands.ts";
import { addTopUp } from "./wallet/top-ups.commands.ts";

function done<T>(result: Result<T, string>): T {
  if (!result.ok) throw new Error(`the demo's money: ${result.problem}`);
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
  { event: "shipped_piece", from_value: 0, price_micros: 25 * cent },
] as const;

/** A rate card that all retailers go by from today on, a top-up, a request for another, and a charge by hand. */
async function addWallet(tx: Tx, { providerUuid, retailerUuid, userUuid }: DemoPeople, now: Date): Promise<void> {
  const context = { tx, providerUuid, now };
  const today = now.toISOString().slice(0, 10);
  const cardUuid = done(await makeCard(context, createRateCard.input.parse({ name: "Standard", currency: "USD" })));
  const set = { rate_card_uuid: cardUuid, valid_from: today, prices, version: 1 };
  done(await writePrices(context, setPrices.input.parse(set)));
  const settings = { time_zone: "UTC", default_rate_card_uuid: cardUuid, charges_from: today };
  const { version } = await billingSettingsOf(tx, providerUuid);
  done(await writeSettings(context, setBillingSettings.input.parse({ ...settings, version })));
  const acting: Acting = { kind: "provider", providerUuid, userUuid };
  const scope = { ...context, retailerUuid: null, userUuid, role: "provider", acting } as const;
  const paid = { amount_cents: 50_000, method: "bank", reference: "DEMO-1", received_on: today, remark: "" } as const;
  done(await addTopUp(scope, { retailer_uuid: retailerUuid, ...paid }));
  const sent = { amount_cents: 20_000, reference: "DEMO-2", sent_on: today, note: "For the next container" };
  done(await insertTopUpRequest({ ...scope, retailerUuid }, sent));
  const relabelled = { kind: "handling", amount_cents: 1250, day: today, remark: "Relabelling of 50 mugs" } as const;
  done(await chargeByHand(scope, { retailer_uuid: retailerUuid, ...relabelled }));
}

/** A product of the provider's own that retailers may claim, with a list price and a tier's. */
async function addCatalogue(tx: Tx, { providerUuid, userUuid }: DemoPeople, now: Date): Promise<void> {
  const scope = { tx, providerUuid, now };
  const size = { weight_grams: 900, length_mm: 220, width_mm: 160, height_mm: 150 };
  const { owner_uuid: _none, ...product } = createProduct.input.parse({
    title: "Stoneware teapot",
    variants: [{ sku: "TEAPOT-1", barcodes: ["2000000000077"], ...size }],
  });
  const productUuid = done(await makeProduct(scope, providerUuid, product));
  const [variant] = await variantsOfProducts(tx, providerUuid, [productUuid]);
  const place = await tx
    .selectFrom("location")
    .select(["location_uuid", "warehouse_uuid"])
    .where("provider_uuid", "=", providerUuid)
    .where("type", "=", "pick")
    .orderBy("pick_sequence", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  if (variant === undefined) throw new Error("the demo's money: the teapot has no SKU");
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
  const [item] = done(await addItemsOf(scope, [productUuid])).added;
  if (item === undefined) throw new Error("the demo's money: the teapot is no item");
  const priceOf = (scopeName: "list" | "tier", scope_uuid: string | null, price_cents: number) =>
    ({ variant_uuid: variant.variant_uuid, currency: "USD", scope: scopeName, scope_uuid, price_cents }) as const;
  const ofItem = [priceOf("list", null, 1800), priceOf("tier", price_tier_uuid, 1500)];
  done(await setPricesOf(scope, { item_uuid: item.item_uuid, prices: ofItem, version: 1 }));
  done(await setStatusOf(scope, { item_uuids: [item.item_uuid], status: "listed" }));
}

/**
 * Gives the demo's provider a rate card, a retailer's wallet and a catalogue, by the commands that people's presses lead to.
 * @param tx of the demo's making; acts for the provider
 * @throws Error naming the refusal where a command refuses: the demo is then not made at all
 */
export async function seedDemoMoney(tx: Tx, people: DemoPeople, now: Date): Promise<void> {
  await addWallet(tx, people, now);
  await addCatalogue(tx, people, now);
}
