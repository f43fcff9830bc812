import { sql } from "kysely";
import type { Owner } from "#src/warehouse/goods/goods.contract.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { requireActor } from "#server/platform/http/context.ts";
import type { RequestContext } from "#server/platform/http/context.ts";

/** Whose goods a request is about: the provider's, or those of the retailer who asks. */
export interface GoodsScope {
  readonly providerUuid: string;
  readonly retailerUuid: string | null;
}

/** Returns the scope of a request; null for a retailer without a provider, who has no goods. */
export function getGoodsScope(context: RequestContext): GoodsScope | null {
  const { providerUuid, retailerUuid } = requireActor(context);
  return providerUuid === null ? null : { providerUuid, retailerUuid };
}

const mostOwners = 200;

/**
 * Lists the possible owners of a provider's goods: the provider first, then its retailers by name, at most 200, and their total.
 * @param wish `search` matches a part of the name, `owner_uuid` finds one of them
 */
export async function readOwners(
  tx: Tx,
  providerUuid: string,
  { search = "", owner_uuid = null }: { readonly search?: string | undefined; readonly owner_uuid?: string | null | undefined },
): Promise<{ result: Owner[]; total: number }> {
  const part = `%${search.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const { rows } = await sql<Owner & { total: number }>`
    select *, count(*) over () as total from (
      select provider_uuid as owner_uuid, name as owner_name, true as is_own from provider where provider_uuid = ${providerUuid}
      union all
      select r.retailer_uuid, r.name, false from retailer_provider rp join retailer r on r.retailer_uuid = rp.retailer_uuid
        where rp.provider_uuid = ${providerUuid}
    ) owner where lower(owner_name) like ${part} and (${owner_uuid}::uuid is null or owner_uuid = ${owner_uuid}::uuid)
    order by is_own desc, lower(owner_name), owner_uuid limit ${mostOwners}`.execute(tx);
  return {
    result: rows.map(({ owner_uuid: uuid, owner_name, is_own }) => ({ owner_uuid: uuid, owner_name, is_own })),
    total: rows[0]?.total ?? 0,
  };
}

/**
 * Returns the owner that a request is about. A retailer can only name itself; staff may name the provider or one of its retailers, by default the
 * provider.
 * @returns null if the named owner is not allowed
 */
export async function findNamedOwner(
  tx: Tx,
  { providerUuid, retailerUuid }: GoodsScope,
  named: string | undefined,
): Promise<string | null> {
  const wanted = named?.toLowerCase();
  if (retailerUuid !== null) return wanted === undefined || wanted === retailerUuid ? retailerUuid : null;
  if (wanted === undefined || wanted === providerUuid) return providerUuid;
  const retailer = await tx
    .selectFrom("retailer_provider")
    .select("retailer_uuid")
    .where("provider_uuid", "=", providerUuid)
    .where("retailer_uuid", "=", wanted)
    .executeTakeFirst();
  return retailer?.retailer_uuid ?? null;
}
