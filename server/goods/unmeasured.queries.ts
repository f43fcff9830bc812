import { sql } from "kysely";
import type { RawBuilder, SqlBool } from "kysely";
import type { Tx } from "#server/db/tx.ts";
import { fewOf, isOneOf } from "./words.queries.ts";

/** Of no bundle and of nothing merged, as the index `variant_unmeasured` has it: the sizes of a bundle are its parts'. */
const lacking = sql<SqlBool>`(variant.merged_into_uuid is null and not variant.is_bundle and (
  (variant.weight_grams is null and variant.measured_weight_grams is null) or (variant.length_mm is null and variant.measured_length_mm is null)
  or (variant.width_mm is null and variant.measured_width_mm is null) or (variant.height_mm is null and variant.measured_height_mm is null)))`;

/**
 * Whether a weight or a size of a variant is neither declared nor measured: no litres are charged for it, and no place is found by its volume. Those of
 * a provider that has few are found first (`isShort`), for a walk would go by all others.
 */
export async function lacksMeasures(
  tx: Tx,
  providerUuid: string,
  ownerUuid: string | null,
): Promise<{ condition: RawBuilder<SqlBool>; isShort: boolean }> {
  const ofOwner = ownerUuid === null ? sql`` : sql`and variant.owner_uuid = ${ownerUuid}`;
  const few = await fewOf(
    tx,
    sql`select variant.variant_uuid from variant where variant.provider_uuid = ${providerUuid} ${ofOwner} and ${lacking}`,
  );
  return few === null ? { condition: lacking, isShort: false } : { condition: isOneOf(few), isShort: true };
}
