import { sql } from "kysely";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import { namedOwner } from "#server/goods/owners.queries.ts";
import { signedIn } from "#server/http/context.ts";
import type { CallContext } from "#server/http/context.ts";
import type { Tx } from "#server/db/tx.ts";
import { warehouseOf } from "#server/warehouses/warehouses.queries.ts";

/** What a report is about: all of a provider's, or one warehouse and one owner. */
export interface ReportScope {
  readonly providerUuid: string;
  /** null for all */
  readonly warehouseUuid: string | null;
  /** null for all */
  readonly ownerUuid: string | null;
}

/** What a request's report is about. @returns `notFound` for a warehouse or an owner that is not the provider's */
export async function reportScope(
  context: CallContext,
  { warehouse_uuid, owner_uuid }: { warehouse_uuid?: string | undefined; owner_uuid?: string | undefined },
): Promise<Result<ReportScope, "notFound">> {
  const { providerUuid, retailerUuid } = signedIn(context);
  if (providerUuid === null) return refuse("notFound");
  if (warehouse_uuid !== undefined && (await warehouseOf(context.tx, providerUuid, warehouse_uuid)) === null) return refuse("notFound");
  const ownerUuid = owner_uuid === undefined ? null : await namedOwner(context.tx, { providerUuid, retailerUuid }, owner_uuid);
  if (owner_uuid !== undefined && ownerUuid === null) return refuse("notFound");
  return ok({ providerUuid, warehouseUuid: warehouse_uuid ?? null, ownerUuid });
}

/** Room to have what is asked of a million SKUs in memory: with the usual 4 MB it goes by the disk, 200 MB of it, which may take twice as long. */
export async function roomForSkus(tx: Tx): Promise<void> {
  await sql`select set_config('work_mem', '64MB', true)`.execute(tx);
}

/** A report is read, not paged. */
export const mostRows = 1000;

/** The rows that are shown, and whether those are all. */
export function shown<R>(rows: readonly R[]): { result: R[]; is_complete: boolean } {
  return { result: rows.slice(0, mostRows), is_complete: rows.length <= mostRows };
}
