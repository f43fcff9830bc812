import { sql } from "kysely";
import type { SelectQueryBuilder } from "kysely";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import { exactTotalLimit } from "#src/kit/api/list.ts";
import type { retrieveAuditLog } from "#src/company/audit/audit.contract.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { listPage } from "#server/platform/db/list.ts";
import type { PageRequest, Placed } from "#server/platform/db/list.ts";
import type { DB } from "#server/platform/db/schema.generated.ts";
import { findActions, auditRows } from "./audit-filters.ts";
import type { AuditFilter } from "./audit-filters.ts";

type Listed = OutputOf<typeof retrieveAuditLog>;

/** A row of the log as read, with personal values as long as they are stored. */
export interface AuditRow {
  audit_uuid: string;
  at: Date;
  action: string;
  user_uuid: string | null;
  subject_type: string;
  subject_uuid: string | null;
  detail: Record<string, unknown>;
  is_sealed: boolean;
  about: Record<string, string> | null;
}

type Rows<O> = SelectQueryBuilder<DB, "audit_log", O>;

/** Adds the columns. The person comes from a look-up for each row and not from a join: for 5,000 rows the planner would read the whole table of persons. */
function withColumns<O>(rows: Rows<O>): Rows<O & AuditRow> {
  return rows
    .select([
      "audit_log.audit_uuid",
      "audit_log.at",
      "audit_log.action",
      "audit_log.user_uuid",
      "audit_log.subject_type",
      "audit_log.subject_uuid",
      "audit_log.detail",
      sql`audit_log.seal_number is not null`.as("is_sealed"),
      sql`(select p.about from audit_person p where p.provider_uuid = audit_log.provider_uuid and p.audit_uuid = audit_log.audit_uuid)`.as(
        "about",
      ),
    ])
    .$castTo<O & AuditRow>();
}

/**
 * Selects the first rows of several actions, newest first: the first rows of each, which its index has in order, merged. Queried for all actions at
 * once, the database either sorts everything that they ever did or reads the log until it has found enough.
 * @param ofAll the rows of all the actions, ordered and limited
 */
function merged<O>(tx: Tx, actions: readonly string[], ofAll: Rows<O>, limit: number): { execute(): Promise<O[]> } {
  const ofOne = ofAll.where("audit_log.action", "=", sql.ref<string>("kind.action"));
  const rows = sql<O>`select found.* from unnest(${[...actions]}::text[]) as kind (action) cross join lateral ${ofOne} as found
    order by found.audit_uuid desc limit ${limit}`;
  return { execute: async () => (await rows.execute(tx)).rows };
}

function shown(row: AuditRow): Listed["result"][number] {
  return {
    audit_uuid: row.audit_uuid,
    at: row.at.toISOString(),
    action: row.action,
    user_uuid: row.user_uuid ?? "",
    username: row.about?.["username"] ?? "",
    address: row.about?.["address"] ?? "",
    subject_type: row.subject_type,
    subject_uuid: row.subject_uuid ?? "",
    detail: row.detail,
    is_sealed: row.is_sealed,
  };
}

/** Returns a page of the log, newest first. */
export async function auditPage(tx: Tx, filter: AuditFilter, asked: PageRequest): Promise<Result<Listed, "parameterError">> {
  const actions = await findActions(tx, filter);
  // A distant page is reached by sampled keys, and may be read from the list's other end.
  const isFar = asked.cursor === undefined && (asked.cur_page - 1) * asked.page_size > exactTotalLimit;
  const select = (page: Rows<Placed>): { execute(): Promise<(Placed & AuditRow)[]> } =>
    actions === null || isFar ? withColumns(page) : merged(tx, actions, withColumns(page), asked.page_size + 1);
  return listPage(
    tx,
    {
      name: "audit.log",
      table: "audit_log",
      base: auditRows(tx, filter, actions),
      keys: [{ column: sql.ref("audit_log.audit_uuid"), type: "uuid", direction: "desc" }],
      select,
      show: shown,
    },
    asked,
  );
}

/** Returns the next rows of the log, newest first, after a row's key; for reading all of it. */
export async function auditBatch(
  tx: Tx,
  filter: AuditFilter,
  { after, limit }: { after: string | null; limit: number },
): Promise<AuditRow[]> {
  const actions = await findActions(tx, filter);
  let rows = withColumns(auditRows(tx, filter, actions));
  if (after !== null) rows = rows.where("audit_log.audit_uuid", "<", after);
  const ordered = rows.orderBy("audit_log.audit_uuid", "desc").limit(limit);
  return actions === null ? ordered.execute() : merged(tx, actions, ordered, limit).execute();
}

/** Counts the rows of a filter, up to `limit`. */
export async function countAudit(tx: Tx, filter: AuditFilter, limit: number): Promise<number> {
  const rows = auditRows(tx, filter, await findActions(tx, filter));
  const few = rows.select(sql`1`.as("one")).limit(limit);
  const counted = await sql<{ total: number }>`select count(*) as total from ${few} as few`.execute(tx);
  return counted.rows[0]?.total ?? 0;
}
