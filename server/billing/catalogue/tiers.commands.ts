import { sql } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { removePriceTier, savePriceTier } from "#src/billing/catalogue/catalogue.contract.ts";
import { mostPriceTiers } from "#src/billing/catalogue/catalogue.rules.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { getViolatedForeignKey, getViolatedUnique } from "#server/platform/db/violations.ts";
import type { StaffScope } from "./catalogue-scope.ts";
import { notifyStaff } from "./catalogue-events.commands.ts";

interface Saved {
  price_tier_uuid: string;
  version: number;
}

/** Runs `work` and refuses if another tier has the same name. */
async function refuseTakenName<T>(work: () => Promise<T>): Promise<Result<T, "catalogue.tierNameTaken">> {
  try {
    return ok(await work());
  } catch (error) {
    if (getViolatedUnique(error) === "price_tier_name_key") return refuse("catalogue.tierNameTaken");
    throw error;
  }
}

async function insertTier({ tx, now, providerUuid }: StaffScope, name: string) {
  // Serialized, so that two concurrent calls do not both take the last free place.
  await sql`select pg_advisory_xact_lock(hashtext('catalogue.tiers'), hashtext(${providerUuid}))`.execute(tx);
  const kept = await tx.selectFrom("price_tier").select("price_tier_uuid").where("provider_uuid", "=", providerUuid).execute();
  if (kept.length >= mostPriceTiers) return refuse("catalogue.tooManyTiers" as const);
  const price_tier_uuid = newId();
  return refuseTakenName(async (): Promise<Saved> => {
    await tx.insertInto("price_tier").values({ provider_uuid: providerUuid, price_tier_uuid, name, created_at: now }).execute();
    await notifyStaff(tx, providerUuid, []);
    return { price_tier_uuid, version: 1 };
  });
}

async function lockTier({ tx, providerUuid }: StaffScope, tierUuid: string, version: number | undefined) {
  const held = await tx
    .selectFrom("price_tier")
    .select(["price_tier_uuid", "name", "version"])
    .where("provider_uuid", "=", providerUuid)
    .where("price_tier_uuid", "=", tierUuid)
    .forUpdate()
    .executeTakeFirst();
  if (held === undefined) return refuse("notFound" as const);
  return held.version === version ? ok(held) : refuse("changedMeanwhile" as const);
}

/** Creates a price tier, or renames an existing one, which requires its version. */
export async function saveTier(
  scope: StaffScope,
  { price_tier_uuid, name, version }: ParsedInputOf<typeof savePriceTier>,
): Promise<Result<Saved, "notFound" | "changedMeanwhile" | "catalogue.tierNameTaken" | "catalogue.tooManyTiers">> {
  if (price_tier_uuid === undefined) return insertTier(scope, name);
  const held = await lockTier(scope, price_tier_uuid, version);
  if (!held.ok) return held;
  const { tx, providerUuid } = scope;
  const saved = { price_tier_uuid: held.value.price_tier_uuid, version: held.value.version + 1 };
  return refuseTakenName(async () => {
    await tx
      .updateTable("price_tier")
      .set({ name, version: saved.version })
      .where("provider_uuid", "=", providerUuid)
      .where("price_tier_uuid", "=", saved.price_tier_uuid)
      .execute();
    await notifyStaff(tx, providerUuid, []);
    return saved;
  });
}

/**
 * Deletes an unused price tier with its prices.
 * @returns its name, and the number of deleted prices
 */
export async function removeTier(
  scope: StaffScope,
  { price_tier_uuid, version }: Pick<ParsedInputOf<typeof removePriceTier>, "price_tier_uuid" | "version">,
): Promise<Result<{ name: string; removed_prices: number }, "notFound" | "changedMeanwhile" | "catalogue.tierInUse">> {
  const held = await lockTier(scope, price_tier_uuid, version);
  if (!held.ok) return held;
  const { tx, providerUuid } = scope;
  const { price_tier_uuid: uuid, name } = held.value;
  const { numDeletedRows } = await tx
    .deleteFrom("catalogue_price")
    .where("provider_uuid", "=", providerUuid)
    .where("scope", "=", "tier")
    .where("scope_uuid", "=", uuid)
    .executeTakeFirst();
  try {
    await tx.deleteFrom("price_tier").where("provider_uuid", "=", providerUuid).where("price_tier_uuid", "=", uuid).execute();
  } catch (error) {
    if (getViolatedForeignKey(error) === "retailer_terms_price_tier_fkey") return refuse("catalogue.tierInUse");
    throw error;
  }
  // The tier is unused, so no retailer's price changes.
  await notifyStaff(tx, providerUuid, []);
  return ok({ name, removed_prices: Number(numDeletedRows) });
}
