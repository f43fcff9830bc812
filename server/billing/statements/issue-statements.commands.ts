import { sql } from "kysely";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { issueStatements } from "#src/billing/statements/statements.contract.ts";
import { getLastDay, addMonths, getMonthSpan } from "#src/billing/statements/months.rules.ts";
import { writeAuditOfAll } from "#server/platform/audit-trail/audit.commands.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { takeNextNumbers } from "#server/platform/db/document-number.commands.ts";
import { readBillingSettings } from "#server/billing/rate-cards/cards.queries.ts";
import { notifyWalletChanged } from "#server/billing/wallet/postings.commands.ts";
import { toFirstDay } from "./statements.queries.ts";

/** Which statements to issue. */
interface Wanted {
  readonly month: string;
  /** null: all retailers */
  readonly retailerUuids: readonly string[] | null;
  /** limit for this transaction, which locks accounts until its end */
  readonly most?: number;
  /** issues none if these would be the last ones */
  readonly isLeavingSome?: boolean;
}

/** The result. */
interface Issued {
  readonly issued: number;
  /** already issued earlier */
  readonly existing: number;
  readonly without_entries: number;
}

/** The actor and time for the audit log. */
export type Issuer = Parameters<typeof writeAuditOfAll>[1];

interface Candidate {
  retailer_uuid: string;
  is_issued: boolean;
  has_entries: boolean;
  since: Date;
  until: Date;
}

/** Checks whether an open warehouse has a day of the month that is not yet charged, from the first charged day on. */
async function hasUnchargedDays(tx: Tx, providerUuid: string, month: string, chargesFrom: string): Promise<boolean> {
  const [first, last] = [`${month}-01`, getLastDay(month)];
  const from = chargesFrom > first ? chargesFrom : first;
  if (from > last) return false;
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from warehouse w
      where w.provider_uuid = ${providerUuid} and not w.is_closed and (
        select count(*) from charge_run r
        where r.provider_uuid = w.provider_uuid and r.warehouse_uuid = w.warehouse_uuid and r.day between ${from}::date and ${last}::date
      ) < ${last}::date - ${from}::date + 1
    ) as found`.execute(tx);
  return rows[0]?.found === true;
}

/**
 * Returns the reason why a month's statements cannot be issued: it must be over in the provider's time zone, and charged if days are charged automatically.
 * @param sinceMs how long it must have been over
 */
export async function findMonthRefusal(
  tx: Tx,
  providerUuid: string,
  month: string,
  { now, sinceMs = 0 }: { now: Date; sinceMs?: number },
): Promise<"statements.monthNotOver" | "statements.daysNotCharged" | null> {
  const { time_zone, charges_from } = await readBillingSettings(tx, providerUuid);
  if (getMonthSpan(month, time_zone).to.getTime() + sinceMs > now.getTime()) return "statements.monthNotOver";
  if (charges_from === "") return null;
  return (await hasUnchargedDays(tx, providerUuid, month, charges_from)) ? "statements.daysNotCharged" : null;
}

/** Lists the retailers with the period of their statement: see `readSpan`. Ordered by the accounts' key, as the wallet locks them. */
async function listCandidates(tx: Tx, providerUuid: string, { month, retailerUuids }: Wanted): Promise<Candidate[]> {
  const { time_zone } = await readBillingSettings(tx, providerUuid);
  const { from, to } = getMonthSpan(month, time_zone);
  const { rows } = await sql<Candidate>`
    select w.*, coalesce(w.first_at < w.until, false) as has_entries
    from (
      select rp.retailer_uuid, this.statement_uuid is not null as is_issued,
        coalesce(before.to_at, ${from}) as since, coalesce(after.from_at, ${to}) as until,
        (select e.at from wallet_entry e
          where e.provider_uuid = rp.provider_uuid and e.retailer_uuid = rp.retailer_uuid and e.leg = 1
          order by e.transaction_uuid limit 1) as first_at
      from retailer_provider rp
        left join statement this
          on this.provider_uuid = rp.provider_uuid and this.retailer_uuid = rp.retailer_uuid and this.month = ${toFirstDay(month)}
        left join statement before
          on before.provider_uuid = rp.provider_uuid and before.retailer_uuid = rp.retailer_uuid and before.month = ${toFirstDay(addMonths(month, -1))}
        left join statement after
          on after.provider_uuid = rp.provider_uuid and after.retailer_uuid = rp.retailer_uuid and after.month = ${toFirstDay(addMonths(month))}
      where rp.provider_uuid = ${providerUuid}
        and (${retailerUuids === null} or rp.retailer_uuid = any(${retailerUuids ?? []}::uuid[]))
    ) w
    order by w.retailer_uuid`.execute(tx);
  return rows;
}

/** Batch size: each takes a few milliseconds, and accounts are locked while statements are issued. */
export const statementsAtOnce = 100;

/** Writes an audit entry for each issued statement, without a user if the job issued it. */
function auditIssued(
  tx: Tx,
  providerUuid: string,
  { month, issuer }: { month: string; issuer: Issuer },
  statements: readonly { new_uuid: string; number: string; retailer_uuid: string }[],
): Promise<void> {
  const bySystem = { providerUuid, retailerUuid: null, userUuid: null, username: "" };
  const notes = statements.map(({ new_uuid, number, retailer_uuid }) => ({
    action: issueStatements.name,
    subjectType: "statement",
    subjectUuid: new_uuid,
    detail: { month, statement_number: number, retailer_uuid },
    ...(issuer.actor === null ? { by: bySystem } : {}),
  }));
  return writeAuditOfAll(tx, issuer, notes);
}

async function issueCandidates(
  tx: Tx,
  providerUuid: string,
  { month, issuer }: { month: string; issuer: Issuer },
  due: readonly Candidate[],
): Promise<void> {
  const { now } = issuer;
  for (let at = 0; at < due.length; at += statementsAtOnce) {
    const part = due.slice(at, at + statementsAtOnce);
    const numbers = await takeNextNumbers(tx, providerUuid, "statement", now, part.length);
    const wanted = part.map(({ retailer_uuid, since, until }, index) => ({
      retailer_uuid,
      since,
      until,
      number: numbers[index] ?? "",
      new_uuid: newId(),
    }));
    const { rows } = await sql<{ is_new: boolean }>`
      select issue_statement(${providerUuid}, w.retailer_uuid, ${toFirstDay(month)}, w.since, w.until, w.number, w.new_uuid, ${now}) = w.new_uuid as is_new
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
        as w (retailer_uuid uuid, since timestamptz, until timestamptz, number text, new_uuid uuid)`.execute(tx);
    if (rows.some(({ is_new }) => !is_new)) throw new Error("statements: a due statement was not issued");
    await auditIssued(tx, providerUuid, { month, issuer }, wanted);
  }
}

/**
 * Issues a month's statements, once each. Serialized by provider, so that a number is taken only by an issued statement. Writes an audit entry for each.
 * @param tx must act for the provider, or for the platform with that provider
 * @returns how many; `notFound` if one of the retailers is not the provider's
 */
export async function issueMonth(tx: Tx, providerUuid: string, wanted: Wanted, issuer: Issuer): Promise<Result<Issued, "notFound">> {
  await sql`select pg_advisory_xact_lock(hashtext('statements.issue'), hashtext(${providerUuid}))`.execute(tx);
  const candidates = await listCandidates(tx, providerUuid, wanted);
  if (wanted.retailerUuids !== null && candidates.length < new Set(wanted.retailerUuids).size) return refuse("notFound");
  const open = candidates.filter(({ is_issued, has_entries }) => !is_issued && has_entries);
  const due = wanted.isLeavingSome === true && open.length <= (wanted.most ?? Infinity) ? [] : open.slice(0, wanted.most);
  await issueCandidates(tx, providerUuid, { month: wanted.month, issuer }, due);
  await notifyWalletChanged(
    tx,
    providerUuid,
    due.map(({ retailer_uuid }) => retailer_uuid),
  );
  return ok({
    issued: due.length,
    existing: candidates.filter(({ is_issued }) => is_issued).length,
    without_entries: candidates.filter(({ is_issued, has_entries }) => !is_issued && !has_entries).length,
  });
}
