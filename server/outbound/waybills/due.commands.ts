import { sql } from "kysely";
import type { NewWaybill } from "#server/integrations/carriers/carrier.ts";
import { writeOwnSentence } from "#src/carriers/carrier-accounts/own-words.rules.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { readNewWaybills } from "./new-waybill.queries.ts";
import { publishWaybills } from "./publish-waybills.ts";

/** What a carrier is to be asked about a waybill. */
export interface DueWaybill {
  readonly waybill_uuid: string;
  readonly reference: string;
  readonly waybill_number: string;
  readonly void_reason: string;
  readonly attempts: number;
  /** its status before it was marked: `asked` and `void_asked` mean that the carrier may already have been asked */
  readonly was: "requested" | "asked" | "void_requested" | "void_asked";
  /** what the carrier is told; null for a void */
  readonly told: NewWaybill | null;
}

/**
 * Marks due waybills of an account as asked, the oldest first. The transaction is committed before the carrier is asked: after a kill, what was marked is
 * looked up first.
 * @param inHand those that are being asked about right now
 */
export async function takeDue(
  scope: OrderScope,
  accountUuid: string,
  { inHand, most }: { readonly inHand: readonly string[]; readonly most: number },
): Promise<DueWaybill[]> {
  const { tx, providerUuid, now } = scope;
  const { rows } = await sql<Omit<DueWaybill, "told">>`
    with due as materialized (
      select waybill_uuid, status from waybill
      where provider_uuid = ${providerUuid} and carrier_account_uuid = ${accountUuid} and status in ('requested', 'asked', 'void_requested', 'void_asked')
        and next_try_at <= ${now} and not waybill_uuid = any (${[...inHand]}::uuid[])
      order by next_try_at, waybill_uuid limit ${most} for no key update skip locked
    )
    update waybill w set status = case due.status when 'requested' then 'asked' when 'void_requested' then 'void_asked' else due.status end,
      version = w.version + 1
    from due where w.provider_uuid = ${providerUuid} and w.waybill_uuid = due.waybill_uuid
    returning w.waybill_uuid, w.reference, w.waybill_number, w.void_reason, w.attempts, due.status as was`.execute(tx);
  const told = await readNewWaybills(
    scope,
    rows.filter(({ was }) => was === "requested" || was === "asked").map(({ waybill_uuid }) => waybill_uuid),
  );
  return rows.map((row) => ({ ...row, told: told.get(row.waybill_uuid) ?? null }));
}

/** Removes the mark from waybills that the carrier was not asked about. */
export async function putBack({ tx, providerUuid }: OrderScope, waybills: readonly DueWaybill[]): Promise<void> {
  await sql`update waybill w set status = n.was, version = w.version + 1
    from jsonb_to_recordset(${JSON.stringify(waybills)}::jsonb) as n (waybill_uuid uuid, was text)
    where w.provider_uuid = ${providerUuid} and w.waybill_uuid = n.waybill_uuid and w.void_reason = ''
      and (w.status, n.was) in (('asked', 'requested'), ('void_asked', 'void_requested'))`.execute(tx);
}

/** A waybill whose label is to be fetched. */
export interface DueLabel {
  readonly waybill_uuid: string;
  readonly waybill_number: string;
  readonly reference: string;
}

/** Lists waybills of an account whose label is due. */
export async function listDueLabels(
  { tx, providerUuid, now }: OrderScope,
  accountUuid: string,
  { inHand, most }: { readonly inHand: readonly string[]; readonly most: number },
): Promise<DueLabel[]> {
  const { rows } = await sql<DueLabel>`
    select waybill_uuid, waybill_number, reference from waybill
    where provider_uuid = ${providerUuid} and carrier_account_uuid = ${accountUuid} and status = 'issued' and next_try_at <= ${now} and label_type = ''
      and not waybill_uuid = any (${[...inHand]}::uuid[])
      and not exists (select from parcel p where p.provider_uuid = waybill.provider_uuid and p.parcel_uuid = waybill.parcel_uuid and p.status = 'voided')
    order by next_try_at, waybill_uuid limit ${most}`.execute(tx);
  return rows;
}

/** Returns when the next request of an account is due; null if none is. */
export async function findNextDue({ tx, providerUuid }: OrderScope, accountUuid: string): Promise<Date | null> {
  const { rows } = await sql<{ next: Date | null }>`
    select least(
      (select min(next_try_at) from waybill where provider_uuid = ${providerUuid} and carrier_account_uuid = ${accountUuid}
        and status in ('requested', 'asked', 'void_requested', 'void_asked')),
      (select min(next_try_at) from waybill where provider_uuid = ${providerUuid} and carrier_account_uuid = ${accountUuid}
        and status = 'issued' and next_try_at is not null and label_type = ''
        and not exists (select from parcel p where p.provider_uuid = waybill.provider_uuid and p.parcel_uuid = waybill.parcel_uuid
          and p.status = 'voided'))) as next`.execute(tx);
  return rows[0]?.next ?? null;
}

/**
 * Puts off what is due of an account that no request can be made with, and says why. The longer ago a waybill was requested, the longer the wait, at most
 * ten minutes. Its tries are not counted: the carrier was not asked.
 */
export async function putOffUnopened({ tx, providerUuid, now }: OrderScope, accountUuid: string): Promise<void> {
  const { rows } = await sql<{ waybill_uuid: string; warehouse_uuid: string; owner_uuid: null }>`
    update waybill set problem_kind = 'badCredentials', problem_text = ${writeOwnSentence("incomplete")}, version = version + 1,
      next_try_at = ${now}::timestamptz + least(greatest(${now}::timestamptz - requested_at, interval '10 seconds'), interval '10 minutes')
    where provider_uuid = ${providerUuid} and carrier_account_uuid = ${accountUuid} and next_try_at <= ${now}
      and (status in ('requested', 'asked', 'void_requested', 'void_asked') or (status = 'issued' and label_type = ''))
    returning waybill_uuid, warehouse_uuid, null as owner_uuid`.execute(tx);
  await publishWaybills(tx, providerUuid, rows);
}
