import { sql } from "kysely";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import { issueStatements } from "#src/statements/statements.contract.ts";
import { lastDayOf, monthAfter, spanOf } from "#src/statements/months.rules.ts";
import { writeAuditOfAll } from "#server/audit/audit.commands.ts";
import { newId } from "#server/clock.ts";
import type { Tx } from "#server/db/tx.ts";
import { nextNumbers } from "#server/platform/number.commands.ts";
import { billingSettingsOf } from "#server/rate-cards/cards.queries.ts";
import { tellWalletChanged } from "#server/wallet/postings.commands.ts";
import { firstDayOf } from "./statements.queries.ts";

/** Which statements are to be issued. */
interface Wanted {
  readonly month: string;
  /** null: every retailer's */
  readonly retailerUuids: readonly string[] | null;
  /** no more of them in this transaction: accounts are held until its end */
  readonly most?: number;
  /** none at all where these would be the last */
  readonly isLeavingSome?: boolean;
}

/** What came of it. */
interface Issued {
  readonly issued: number;
  /** issued before */
  readonly existing: number;
  readonly without_entries: number;
}

/** Who issues them, and when: as the audit log has it. */
export type Issuer = Parameters<typeof writeAuditOfAll>[1];

interface Candidate {
  retailer_uuid: string;
  is_issued: boolean;
  has_entries: boolean;
  since: Date;
  until: Date;
}

/** Whether an open warehouse has a day of the month, from the first that is charged, that was not charged yet. */
async function hasUnchargedDays(tx: Tx, providerUuid: string, month: string, chargesFrom: string): Promise<boolean> {
  const [first, last] = [`${month}-01`, lastDayOf(month)];
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
 * Whether a month's statements can be issued: it is over by the provider's clock, and charged where days are charged by themselves.
 * @param sinceMs for how long it has to be over
 */
export async function refusalOfMonth(
  tx: Tx,
  providerUuid: string,
  month: string,
  { now, sinceMs = 0 }: { now: Date; sinceMs?: number },
): Promise<"statements.monthNotOver" | "statements.daysNotCharged" | null> {
  const { time_zone, charges_from } = await billingSettingsOf(tx, providerUuid);
  if (spanOf(month, time_zone).to.getTime() + sinceMs > now.getTime()) return "statements.monthNotOver";
  if (charges_from === "") return null;
  return (await hasUnchargedDays(tx, providerUuid, month, charges_from)) ? "statements.daysNotCharged" : null;
}

/** The retailers with the time that their statement would be for: see `spanOfRetailer`. In the order of the accounts' key, as the wallet locks them. */
async function candidatesOf(tx: Tx, providerUuid: string, { month, retailerUuids }: Wanted): Promise<Candidate[]> {
  const { time_zone } = await billingSettingsOf(tx, providerUuid);
  const { from, to } = spanOf(month, time_zone);
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
          on this.provider_uuid = rp.provider_uuid and this.retailer_uuid = rp.retailer_uuid and this.month = ${firstDayOf(month)}
        left join statement before
          on before.provider_uuid = rp.provider_uuid and before.retailer_uuid = rp.retailer_uuid and before.month = ${firstDayOf(monthAfter(month, -1))}
        left join statement after
          on after.provider_uuid = rp.provider_uuid and after.retailer_uuid = rp.retailer_uuid and after.month = ${firstDayOf(monthAfter(month))}
      where rp.provider_uuid = ${providerUuid}
        and (${retailerUuids === null} or rp.retailer_uuid = any(${retailerUuids ?? []}::uuid[]))
    ) w
    order by w.retailer_uuid`.execute(tx);
  return rows;
}

/** Few in one transaction: each is a few milliseconds, and accounts are held while statements are issued. */
export const statementsAtOnce = 100;

/** Writes down each statement that was issued, by whom: nobody, where it was the job. */
function noteIssued(
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

async function issueThese(
  tx: Tx,
  providerUuid: string,
  { month, issuer }: { month: string; issuer: Issuer },
  due: readonly Candidate[],
): Promise<void> {
  const { now } = issuer;
  for (let at = 0; at < due.length; at += statementsAtOnce) {
    const part = due.slice(at, at + statementsAtOnce);
    const numbers = await nextNumbers(tx, providerUuid, "statement", now, part.length);
    const wanted = part.map(({ retailer_uuid, since, until }, index) => ({
      retailer_uuid,
      since,
      until,
      number: numbers[index] ?? "",
      new_uuid: newId(),
    }));
    const { rows } = await sql<{ is_new: boolean }>`
      select issue_statement(${providerUuid}, w.retailer_uuid, ${firstDayOf(month)}, w.since, w.until, w.number, w.new_uuid, ${now}) = w.new_uuid as is_new
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
        as w (retailer_uuid uuid, since timestamptz, until timestamptz, number text, new_uuid uuid)`.execute(tx);
    if (rows.some(({ is_new }) => !is_new)) throw new Error("statements: one that was due was not issued");
    await noteIssued(tx, providerUuid, { month, issuer }, wanted);
  }
}

/**
 * Issues a month's statements, once each. One at a time for a provider, so that a number is taken only by a statement that is issued.
 * @param tx acts for the provider, or for the platform with that provider
 * Each is written down in the audit log.
 * @returns how many; `notFound` where one of the retailers is none of the provider's
 */
export async function issueMonth(tx: Tx, providerUuid: string, wanted: Wanted, issuer: Issuer): Promise<Result<Issued, "notFound">> {
  await sql`select pg_advisory_xact_lock(hashtext('statements.issue'), hashtext(${providerUuid}))`.execute(tx);
  const candidates = await candidatesOf(tx, providerUuid, wanted);
  if (wanted.retailerUuids !== null && candidates.length < new Set(wanted.retailerUuids).size) return refuse("notFound");
  const open = candidates.filter(({ is_issued, has_entries }) => !is_issued && has_entries);
  const due = wanted.isLeavingSome === true && open.length <= (wanted.most ?? Infinity) ? [] : open.slice(0, wanted.most);
  await issueThese(tx, providerUuid, { month: wanted.month, issuer }, due);
  await tellWalletChanged(
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
