import { claimColumns } from "./claims.queries.ts";
import type { ClaimRow } from "./claims.queries.ts";
import { toLockOrder } from "./catalogue-scope.ts";
import type { RetailerScope } from "./catalogue-scope.ts";

/** Locks claims of this retailer in the order of their ids; null if one of them does not exist. */
export async function lockClaims(
  { tx, providerUuid, retailerUuid }: RetailerScope,
  claimUuids: readonly string[],
): Promise<ClaimRow[] | null> {
  const wanted = toLockOrder(claimUuids);
  const held = await tx
    .selectFrom("claim")
    .select(claimColumns)
    .where("provider_uuid", "=", providerUuid)
    .where("retailer_uuid", "=", retailerUuid)
    .where("claim_uuid", "in", wanted)
    .orderBy("claim_uuid")
    .forNoKeyUpdate()
    .execute();
  return held.length === wanted.length ? held : null;
}
