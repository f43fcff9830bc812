import { sql } from "kysely";
import { getEnterRefusal } from "#src/outbound/waybills/waybills.rules.ts";
import { recordLabels } from "#server/warehouse/work/work.commands.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { lockWaybills } from "./locked-waybills.commands.ts";
import type { LockedWaybill } from "./locked-waybills.commands.ts";
import { publishWaybills } from "./publish-waybills.ts";

/** A waybill and the number that it gets. */
export interface EnteredNumber {
  readonly waybill_uuid: string;
  readonly waybill_number: string;
  /** by default it has none */
  readonly tracking_number?: string;
}

/** Why a number is not entered. */
export type EnterRefusal = NonNullable<ReturnType<typeof getEnterRefusal>> | "notFound" | "waybills.numberTaken";
interface RefusedNumber {
  readonly uuid: string;
  readonly refusal: EnterRefusal;
}

/** Locks numbers, in one order, against being entered by somebody else at the same time. @returns those that live waybills have already */
async function lockNumbers({ tx, providerUuid }: OrderScope, numbers: readonly string[]): Promise<Set<string>> {
  await sql`select pg_advisory_xact_lock(hashtextextended('waybill number ' || ${providerUuid} || ' ' || n.number, 2))
    from (select number from unnest(${[...new Set(numbers)]}::text[]) as given (number) order by number) n`.execute(tx);
  const { rows } = await sql<{ waybill_number: string }>`select waybill_number from waybill
    where provider_uuid = ${providerUuid} and waybill_number = any (${[...numbers]}::text[]) and waybill_number <> '' and status <> 'voided'`.execute(
    tx,
  );
  return new Set(rows.map(({ waybill_number }) => waybill_number));
}

/**
 * Enters the numbers of waybills that were made by hand, each number once. Their labels are drawn when they are printed.
 * @returns those that were refused, with the reason
 */
export async function enterMany(scope: OrderScope, wanted: readonly EnteredNumber[]): Promise<RefusedNumber[]> {
  const { tx, providerUuid, now } = scope;
  const locked = await lockWaybills(
    scope,
    wanted.map(({ waybill_uuid }) => waybill_uuid),
  );
  const taken = await lockNumbers(
    scope,
    wanted.map(({ waybill_number }) => waybill_number),
  );
  const refused: RefusedNumber[] = [];
  const entered: (Required<EnteredNumber> & { readonly waybill: LockedWaybill })[] = [];
  for (const { waybill_uuid, waybill_number, tracking_number = "" } of wanted) {
    const waybill = locked.get(waybill_uuid);
    const refusal = waybill === undefined ? "notFound" : getEnterRefusal(waybill);
    if (refusal !== null) refused.push({ uuid: waybill_uuid, refusal });
    else if (taken.has(waybill_number)) refused.push({ uuid: waybill_uuid, refusal: "waybills.numberTaken" });
    else if (waybill !== undefined) {
      taken.add(waybill_number);
      entered.push({ waybill_uuid, waybill_number, tracking_number, waybill });
    }
  }
  if (entered.length === 0) return refused;
  const given = entered.map(({ waybill: _waybill, ...numbers }) => numbers);
  await sql`update waybill w set status = 'issued', waybill_number = n.waybill_number, tracking_number = n.tracking_number, issued_at = ${now},
      label_type = 'own', version = w.version + 1
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as n (waybill_uuid uuid, waybill_number text, tracking_number text)
    where w.provider_uuid = ${providerUuid} and w.waybill_uuid = n.waybill_uuid`.execute(tx);
  const waybills = entered.map(({ waybill }) => waybill);
  await recordLabels(scope, waybills);
  await publishWaybills(tx, providerUuid, waybills, true);
  return refused;
}
