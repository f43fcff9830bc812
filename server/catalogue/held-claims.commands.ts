import { claimColumns } from "./claims.queries.ts";
import type { ClaimRow } from "./claims.queries.ts";
import { distinct } from "./scope.ts";
import type { RetailerScope } from "./scope.ts";

/** Holds claims of this retailer until the end of the transaction, in the order of their ids; null where one of them is not there. */
export async function holdClaims(
  { tx, providerUuid, retailerUuid }: RetailerScope,
  claimUuids: readonly string[],
): Promise<ClaimRow[] | null> {
  const wanted = distinct(claimUuids);
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
