import { sql } from "kysely";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { findNamedOwner } from "#server/warehouse/goods/owners.queries.ts";
import { requireActor } from "#server/platform/http/context.ts";
import type { CallContext } from "#server/platform/http/context.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { findWarehouse } from "#server/warehouse/warehouses/warehouses.queries.ts";

/** The scope of a report: everything of a provider, or one warehouse and one owner. */
export interface ReportScope {
  readonly providerUuid: string;
  /** null for all */
  readonly warehouseUuid: string | null;
  /** null for all */
  readonly ownerUuid: string | null;
}

/**
 * Resolves the scope of a request.
 * @returns `notFound` for a warehouse or an owner that is not the provider's
 */
export async function resolveReportScope(
  context: CallContext,
  { warehouse_uuid, owner_uuid }: { warehouse_uuid?: string | undefined; owner_uuid?: string | undefined },
): Promise<Result<ReportScope, "notFound">> {
  const { providerUuid, retailerUuid } = requireActor(context);
  if (providerUuid === null) return refuse("notFound");
  if (warehouse_uuid !== undefined && (await findWarehouse(context.tx, providerUuid, warehouse_uuid)) === null) return refuse("notFound");
  const ownerUuid = owner_uuid === undefined ? null : await findNamedOwner(context.tx, { providerUuid, retailerUuid }, owner_uuid);
  if (owner_uuid !== undefined && ownerUuid === null) return refuse("notFound");
  return ok({ providerUuid, warehouseUuid: warehouse_uuid ?? null, ownerUuid });
}

/** Raises work_mem to aggregate a million SKUs in memory. With the usual 4 MB it spills 200 MB to disk, which may take twice as long. */
export async function raiseWorkMemory(tx: Tx): Promise<void> {
  await sql`select set_config('work_mem', '64MB', true)`.execute(tx);
}

/** Reports are not paged. */
export const mostRows = 1000;

/** Limits the rows, and tells whether they are complete. */
export function limitRows<R>(rows: readonly R[]): { result: R[]; is_complete: boolean } {
  return { result: rows.slice(0, mostRows), is_complete: rows.length <= mostRows };
}
