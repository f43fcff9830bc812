import { sql } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { updateClaim } from "#src/billing/catalogue/claims.contract.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { getViolatedUnique } from "#server/platform/db/violations.ts";
import { lockClaims } from "./claim-locks.commands.ts";
import { readOwnPrices } from "./retailer-prices.queries.ts";
import type { RetailerScope } from "./catalogue-scope.ts";
import { notifyRetailer } from "./catalogue-events.commands.ts";

type ClaimUpdate = ParsedInputOf<typeof updateClaim>;

/**
 * Saves SKUs and sale prices. Clears all SKUs first, so that two variants of a claim can swap theirs.
 * @throws DatabaseError of claim_variant_own_sku_key if a SKU is in use
 */
async function saveOwnVariants(
  { tx, providerUuid, retailerUuid }: RetailerScope,
  claimUuid: string,
  currency: string,
  { sale_currency, variants }: Pick<ClaimUpdate, "sale_currency" | "variants">,
): Promise<void> {
  const rows = JSON.stringify(variants);
  const uuids = variants.map(({ variant_uuid }) => variant_uuid);
  await sql`
    update claim_variant set sale_currency = ${sale_currency},
      own_sku = case when variant_uuid = any (${uuids}::uuid[]) then '' else own_sku end
    where provider_uuid = ${providerUuid} and claim_uuid = ${claimUuid}`.execute(tx);
  await sql`
    insert into claim_variant (provider_uuid, claim_uuid, variant_uuid, retailer_uuid, own_sku, sale_price_cents, sale_currency, agreed_currency)
      select ${providerUuid}::uuid, ${claimUuid}::uuid, r.variant_uuid, ${retailerUuid}::uuid, r.own_sku, r.sale_price_cents, ${sale_currency}, ${currency}
      from jsonb_to_recordset(${rows}::jsonb) as r (variant_uuid uuid, own_sku text, sale_price_cents bigint) order by r.variant_uuid
    on conflict on constraint claim_variant_pkey
      do update set own_sku = excluded.own_sku, sale_price_cents = excluded.sale_price_cents, sale_currency = excluded.sale_currency`.execute(
    tx,
  );
}

/**
 * Saves the retailer's own title, SKUs and sale prices of a claim. Variants that are not named keep their prices, and take the same currency.
 * @returns the new version; `parameterError` if a variant is named twice
 */
export async function saveClaimEdits(
  scope: RetailerScope,
  { claim_uuid, title, description, version, ...own }: ClaimUpdate,
): Promise<Result<{ version: number }, "parameterError" | "notFound" | "changedMeanwhile" | "catalogue.ownSkuTaken">> {
  const [held] = (await lockClaims(scope, [claim_uuid])) ?? [];
  if (held === undefined) return refuse("notFound");
  if (held.version !== version) return refuse("changedMeanwhile");
  const named = new Set(own.variants.map(({ variant_uuid }) => variant_uuid.toLowerCase()));
  if (named.size !== own.variants.length) return refuse("parameterError");
  const { currency, variants } = await readOwnPrices(scope, [held.item_uuid]);
  const known = new Set(variants.get(held.item_uuid)?.map(({ variant_uuid }) => variant_uuid));
  if ([...named].some((uuid) => !known.has(uuid))) return refuse("notFound");
  const { tx, now, providerUuid, retailerUuid } = scope;
  try {
    await saveOwnVariants(scope, held.claim_uuid, currency, own);
  } catch (error) {
    if (getViolatedUnique(error) === "claim_variant_own_sku_key") return refuse("catalogue.ownSkuTaken");
    throw error;
  }
  await tx
    .updateTable("claim")
    .set({ title, description, version: version + 1, updated_at: now })
    .where("provider_uuid", "=", providerUuid)
    .where("claim_uuid", "=", held.claim_uuid)
    .execute();
  await notifyRetailer(tx, providerUuid, retailerUuid, [held.item_uuid]);
  return ok({ version: version + 1 });
}
