import { sql } from "kysely";
import type { ParsedInputOf } from "#src/api/define-call.ts";
import type { agreeToPrices } from "#src/catalogue/claims.contract.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import { agreedIn, settledOf } from "./claims.queries.ts";
import { holdClaims } from "./held-claims.commands.ts";
import { ownPrices } from "./own-prices.queries.ts";
import type { PricedVariant } from "./own-prices.queries.ts";
import type { RetailerScope } from "./scope.ts";
import { tellRetailer } from "./told.commands.ts";

/** What a claim's variants cost now, to be agreed to. */
export interface Agreement {
  readonly claimUuid: string;
  /** of variants that are new to the claim */
  readonly saleCurrency: string;
  readonly variants: readonly PricedVariant[];
}

/** Writes down what variants cost now as what was agreed to. What else was set of them stays. */
export async function keepAgreed(
  { tx, providerUuid, retailerUuid }: RetailerScope,
  currency: string,
  agreements: readonly Agreement[],
): Promise<void> {
  const rows = agreements.flatMap(({ claimUuid, saleCurrency, variants }) =>
    variants.map(({ variant_uuid, price_cents }) => ({ claim_uuid: claimUuid, variant_uuid, price_cents, sale_currency: saleCurrency })),
  );
  await sql`
    insert into claim_variant (provider_uuid, claim_uuid, variant_uuid, retailer_uuid, sale_currency, agreed_price_cents, agreed_currency)
      select ${providerUuid}::uuid, r.claim_uuid, r.variant_uuid, ${retailerUuid}::uuid, r.sale_currency, r.price_cents, ${currency}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (claim_uuid uuid, variant_uuid uuid, price_cents bigint, sale_currency text)
      order by r.claim_uuid, r.variant_uuid
    on conflict on constraint claim_variant_pkey
      do update set agreed_price_cents = excluded.agreed_price_cents, agreed_currency = excluded.agreed_currency`.execute(tx);
}

/**
 * Agrees to what a claim's variants cost now, as far as that is what the retailer saw.
 * @returns the claim's new version; `changedMeanwhile` where a price is another than what was seen, or one that is new was not seen
 */
export async function agreeTo(
  scope: RetailerScope,
  { claim_uuid, seen }: ParsedInputOf<typeof agreeToPrices>,
): Promise<Result<{ version: number; itemUuid: string }, "notFound" | "changedMeanwhile">> {
  const [held] = (await holdClaims(scope, [claim_uuid])) ?? [];
  if (held === undefined) return refuse("notFound");
  const { tx, now, providerUuid, retailerUuid } = scope;
  const { currency, variants } = await ownPrices(scope, [held.item_uuid]);
  const shown = variants.get(held.item_uuid) ?? [];
  const settled = (await settledOf(scope, [held.claim_uuid])).get(held.claim_uuid) ?? [];
  const prices = new Map(shown.map(({ variant_uuid, price_cents }) => [variant_uuid, price_cents]));
  const looked = new Map(seen.map(({ variant_uuid, price_cents }) => [variant_uuid.toLowerCase(), price_cents]));
  if ([...looked.keys()].some((uuid) => !prices.has(uuid))) return refuse("notFound");
  if (seen.some(({ variant_uuid, price_cents }) => prices.get(variant_uuid.toLowerCase()) !== price_cents))
    return refuse("changedMeanwhile");
  const offered = shown.filter(({ is_offered }) => is_offered);
  const agreed = (uuid: string) =>
    agreedIn(
      currency,
      settled.find(({ variant_uuid }) => variant_uuid === uuid),
    );
  if (offered.some((one) => !looked.has(one.variant_uuid) && one.price_cents !== agreed(one.variant_uuid)))
    return refuse("changedMeanwhile");
  const saleCurrency = settled[0]?.sale_currency ?? currency;
  await keepAgreed(scope, currency, [{ claimUuid: held.claim_uuid, saleCurrency, variants: offered }]);
  const version = held.version + 1;
  await tx
    .updateTable("claim")
    .set({ version, updated_at: now })
    .where("provider_uuid", "=", providerUuid)
    .where("claim_uuid", "=", held.claim_uuid)
    .execute();
  await tellRetailer(tx, providerUuid, retailerUuid, [held.item_uuid]);
  return ok({ version, itemUuid: held.item_uuid });
}
