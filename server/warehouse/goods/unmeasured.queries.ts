import { sql } from "kysely";
import type { RawBuilder, SqlBool } from "kysely";
import type { Tx } from "#server/platform/db/row-security.ts";
import { findFew, isAmong } from "./word-search.queries.ts";

/** Leaves out bundles and merged variants, like the index `variant_unmeasured`: a bundle's sizes are those of its parts. */
const lacking = sql<SqlBool>`(variant.merged_into_uuid is null and not variant.is_bundle and (
  (variant.weight_grams is null and variant.measured_weight_grams is null) or (variant.length_mm is null and variant.measured_length_mm is null)
  or (variant.width_mm is null and variant.measured_width_mm is null) or (variant.height_mm is null and variant.measured_height_mm is null)))`;

/**
 * SQL for whether a weight or a size of a variant is neither declared nor measured: then its volume cannot be charged, nor a location be found by it.
 * If a provider has few, they are found first (`isShort`) instead of walking past all others.
 */
export async function lacksMeasures(
  tx: Tx,
  providerUuid: string,
  ownerUuid: string | null,
): Promise<{ condition: RawBuilder<SqlBool>; isShort: boolean }> {
  const ofOwner = ownerUuid === null ? sql`` : sql`and variant.owner_uuid = ${ownerUuid}`;
  const few = await findFew(
    tx,
    sql`select variant.variant_uuid from variant where variant.provider_uuid = ${providerUuid} ${ofOwner} and ${lacking}`,
  );
  return few === null ? { condition: lacking, isShort: false } : { condition: isAmong(few), isShort: true };
}
