import { sql } from "kysely";
import type { SelectQueryBuilder, SqlBool } from "kysely";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { DB } from "#server/platform/db/schema.generated.ts";
import { lowestAuditId } from "#server/platform/audit-trail/audit-id.ts";

/** A filter of the log. */
export interface AuditFilter {
  readonly providerUuid: string;
  /** a retailer sees its own rows */
  readonly retailerUuid: string | null;
  /** `accounts.sign-in`, or `accounts` for all actions of the slice */
  readonly action?: string | undefined;
  readonly userUuid?: string | undefined;
  /** an operator of some warehouses, who sees the own entries alone */
  readonly ownUserUuid?: string | undefined;
  readonly subjectUuid?: string | undefined;
  /** from this time on */
  readonly from?: Date | undefined;
  /** before this time */
  readonly until?: Date | undefined;
}

export type AuditRows = SelectQueryBuilder<DB, "audit_log", object>;

/** Returns the slice of a filter for all of its actions; null if it selects one action or any. */
function getSlice({ action }: AuditFilter): string | null {
  return action === undefined || action.includes(".") ? null : action;
}

/**
 * Finds the actions of a slice in a provider's log, for a filter that names a slice: each is then queried separately, in the order of its index.
 * Null if the filter needs none of that. The query skips from one action to the next: an index look-up each, however many rows. For those who
 * see all rows: a retailer's are few and found by the retailer, whereas skipping would pass over everybody else's.
 */
export async function findActions(tx: Tx, filter: AuditFilter): Promise<string[] | null> {
  const slice = getSlice(filter);
  if (slice === null || filter.retailerUuid !== null || filter.ownUserUuid !== undefined) return null;
  const { rows } = await sql<{ action: string }>`
    with recursive known (action) as (
      (select action from audit_log where provider_uuid = ${filter.providerUuid} order by action limit 1)
      union all
      select (select l.action from audit_log l where l.provider_uuid = ${filter.providerUuid} and l.action > known.action order by l.action limit 1)
        from known where known.action is not null
    )
    select action from known where starts_with(action, ${`${slice}.`})`.execute(tx);
  return rows.map(({ action }) => action);
}

/**
 * Selects the rows of a filter.
 * @param actions the result of `findActions` for the filter
 */
export function auditRows(tx: Tx, filter: AuditFilter, actions: readonly string[] | null): AuditRows {
  const { providerUuid, retailerUuid, action, userUuid, ownUserUuid, subjectUuid, from, until } = filter;
  const slice = getSlice(filter);
  let rows: AuditRows = tx.selectFrom("audit_log").where("audit_log.provider_uuid", "=", providerUuid);
  if (retailerUuid !== null) rows = rows.where("audit_log.retailer_uuid", "=", retailerUuid);
  if (actions !== null) rows = rows.where(sql<SqlBool>`audit_log.action = any(${[...actions]}::text[])`);
  else if (slice !== null) rows = rows.where(sql<SqlBool>`starts_with(audit_log.action, ${`${slice}.`})`);
  else if (action !== undefined) rows = rows.where("audit_log.action", "=", action);
  if (userUuid !== undefined) rows = rows.where("audit_log.user_uuid", "=", userUuid);
  // As the policy says; said here, it finds them by their index.
  if (ownUserUuid !== undefined) rows = rows.where("audit_log.user_uuid", "=", ownUserUuid);
  if (subjectUuid !== undefined) rows = rows.where("audit_log.subject_uuid", "=", subjectUuid);
  // A row's key begins with its time to the millisecond (audit-id.ts). With bounds on `at` as well, the planner would expect the square of the share.
  if (from !== undefined) rows = rows.where("audit_log.audit_uuid", ">=", lowestAuditId(from));
  if (until !== undefined) rows = rows.where("audit_log.audit_uuid", "<", lowestAuditId(until));
  return rows;
}
