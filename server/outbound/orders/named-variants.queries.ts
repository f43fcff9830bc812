import { sql } from "kysely";

/** SQL for the variants that a code names: by SKU, barcode, or the SKU of a duplicate that was merged. */
export function selectNamedVariants(providerUuid: string, code: string) {
  return sql`(select coalesce(merged_into_uuid, variant_uuid) as variant_uuid from variant
      where provider_uuid = ${providerUuid} and sku_key = ${code.toLowerCase()}
    union select variant_uuid from sku_barcode where provider_uuid = ${providerUuid} and barcode = ${code})`;
}
