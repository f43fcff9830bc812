import { sql } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { agreeToPrices } from "#src/billing/catalogue/claims.contract.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { getAgreedPrice, readSettled } from "./claims.queries.ts";
import { lockClaims } from "./claim-locks.commands.ts";
import { readOwnPrices } from "./retailer-prices.queries.ts";
import type { PricedVariant } from "./retailer-prices.queries.ts";
import type { RetailerScope } from "./catalogue-scope.ts";
import { notifyRetailer } from "./catalogue-events.commands.ts";

/** The current prices of a claim's variants, to be agreed to. */
export interface Agreement {
  readonly claimUuid: string;
  /** sale currency of variants that are new to the claim */
  readonly saleCurrency: string;
  readonly variants: readonly PricedVariant[];
}

/** Saves the current prices of variants as agreed. Other columns keep their values. */
export async function saveAgreedPrices(
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
 * Agrees to the current prices of a claim's variants, if they are the prices that the retailer saw.
 * @returns the claim's new version; `changedMeanwhile` if a price differs from the one that was seen, or a new one was not seen
 */
export async function saveAgreement(
  scope: RetailerScope,
  { claim_uuid, seen }: ParsedInputOf<typeof agreeToPrices>,
): Promise<Result<{ version: number; itemUuid: string }, "notFound" | "changedMeanwhile">> {
  const [held] = (await lockClaims(scope, [claim_uuid])) ?? [];
  if (held === undefined) return refuse("notFound");
  const { tx, now, providerUuid, retailerUuid } = scope;
  const { currency, variants } = await readOwnPrices(scope, [held.item_uuid]);
  const shown = variants.get(held.item_uuid) ?? [];
  const settled = (await readSettled(scope, [held.claim_uuid])).get(held.claim_uuid) ?? [];
  const prices = new Map(shown.map(({ variant_uuid, price_cents }) => [variant_uuid, price_cents]));
  const looked = new Map(seen.map(({ variant_uuid, price_cents }) => [variant_uuid.toLowerCase(), price_cents]));
  if ([...looked.keys()].some((uuid) => !prices.has(uuid))) return refuse("notFound");
  if (seen.some(({ variant_uuid, price_cents }) => prices.get(variant_uuid.toLowerCase()) !== price_cents))
    return refuse("changedMeanwhile");
  const offered = shown.filter(({ is_offered }) => is_offered);
  const agreed = (uuid: string) =>
    getAgreedPrice(
      currency,
      settled.find(({ variant_uuid }) => variant_uuid === uuid),
    );
  if (offered.some((one) => !looked.has(one.variant_uuid) && one.price_cents !== agreed(one.variant_uuid)))
    return refuse("changedMeanwhile");
  const saleCurrency = settled[0]?.sale_currency ?? currency;
  await saveAgreedPrices(scope, currency, [{ claimUuid: held.claim_uuid, saleCurrency, variants: offered }]);
  const version = held.version + 1;
  await tx
    .updateTable("claim")
    .set({ version, updated_at: now })
    .where("provider_uuid", "=", providerUuid)
    .where("claim_uuid", "=", held.claim_uuid)
    .execute();
  await notifyRetailer(tx, providerUuid, retailerUuid, [held.item_uuid]);
  return ok({ version, itemUuid: held.item_uuid });
}
