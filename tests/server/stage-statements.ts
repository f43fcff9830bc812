import { sql } from "kysely";
import type { ChargeEvent, ChargeKind } from "#src/billing/wallet/charge-kinds.rules.ts";
import type { ChargePart } from "#src/billing/wallet/charges.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { platform } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { movementId } from "#server/warehouse/stock/movement-id.ts";
import { postEntries } from "#server/billing/wallet/postings.commands.ts";
import type { PostingRefusal } from "#server/billing/wallet/postings.commands.ts";
import type { TestApp } from "./app.ts";
import { staffOf } from "./stage-stock.ts";

/** Whose wallet, and who enters. */
export interface Books {
  readonly providerUuid: string;
  readonly retailerUuid: string;
  readonly userUuid: string;
}

interface StagedCharge {
  readonly at: string;
  readonly cents: number;
  readonly kind?: ChargeKind;
  readonly event?: ChargeEvent;
  readonly day?: string;
  readonly quantityMilli?: number;
  readonly parts?: readonly ChargePart[];
  readonly remark?: string;
}

/** Enters a charge at a given time. @returns its uuid, or why it was refused */
export async function enterCharge(tx: Tx, books: Books, staged: StagedCharge): Promise<{ uuid: string; refusal: PostingRefusal | null }> {
  const { at, cents, kind = "other", event = "by_hand", quantityMilli = 1000, parts = [], remark = "" } = staged;
  const { providerUuid, retailerUuid, userUuid } = books;
  const now = new Date(at);
  const uuid = movementId(now);
  await tx
    .insertInto("charge")
    .values({
      provider_uuid: providerUuid,
      charge_uuid: uuid,
      retailer_uuid: retailerUuid,
      kind,
      event,
      source_type: event === "by_hand" ? "hand" : "warehouse-day",
      source_uuid: uuid,
      day: staged.day ?? at.slice(0, 10),
      quantity_milli: quantityMilli,
      parts: JSON.stringify(parts),
      amount_cents: cents,
      currency: "USD",
      remark,
      posted_at: now,
    })
    .execute();
  if (cents === 0) return { uuid, refusal: null };
  const entry = { retailerUuid, account: kind, amountCents: -cents, currency: "USD", source: { type: "charge", uuid } } as const;
  const posted = await postEntries(tx, { providerUuid, userUuid, now }, [entry]);
  return { uuid, refusal: posted.ok ? null : posted.problem };
}

/** Reverses a charge at a given time. */
export async function takeBack(tx: Tx, books: Books, { uuid, at, reason }: { uuid: string; at: string; reason: string }): Promise<void> {
  const { providerUuid, retailerUuid, userUuid } = books;
  const now = new Date(at);
  const charge = await tx
    .updateTable("charge")
    .set({ status: "reversed", reversed_at: now, reversed_by: userUuid, reversal_reason: reason })
    .where("provider_uuid", "=", providerUuid)
    .where("charge_uuid", "=", uuid)
    .returning(["amount_cents", "kind"])
    .executeTakeFirstOrThrow();
  const source = { type: "charge-reversal", uuid } as const;
  const posted = await postEntries(tx, { providerUuid, userUuid, now }, [
    { retailerUuid, account: charge.kind as ChargeKind, amountCents: charge.amount_cents, currency: "USD", source },
  ]);
  if (!posted.ok) throw new Error(posted.problem);
}

/** Enters a payment at a given time. */
export async function enterPayment(
  tx: Tx,
  { providerUuid, retailerUuid, userUuid }: Books,
  { at, cents, reference = "" }: { at: string; cents: number; reference?: string },
): Promise<void> {
  const now = new Date(at);
  const uuid = movementId(now);
  await tx
    .insertInto("top_up")
    .values({
      provider_uuid: providerUuid,
      top_up_uuid: uuid,
      retailer_uuid: retailerUuid,
      amount_cents: cents,
      currency: "USD",
      method: "bank",
      reference,
      received_on: at.slice(0, 10),
      recorded_at: now,
      recorded_by: userUuid,
    })
    .execute();
  const entry = { retailerUuid, account: "paid_in", amountCents: cents, currency: "USD", source: { type: "top-up", uuid } } as const;
  const posted = await postEntries(tx, { providerUuid, userUuid, now }, [entry]);
  if (!posted.ok) throw new Error(posted.problem);
}

/** Sets the time zone of a provider's months, and from which day it charges automatically. */
export async function setBilling(
  { services }: TestApp,
  providerUuid: string,
  { timeZone, chargesFrom = null }: { timeZone: string; chargesFrom?: string | null },
): Promise<void> {
  await services.database.transaction(staffOf(providerUuid), (tx) =>
    sql`insert into billing_setting (provider_uuid, time_zone, charges_from) values (${providerUuid}, ${timeZone}, ${chargesFrom})
      on conflict on constraint billing_setting_pkey do update set time_zone = excluded.time_zone, charges_from = excluded.charges_from`.execute(
      tx,
    ),
  );
}

/** Adds a warehouse without goods. */
export async function addWarehouse({ services }: TestApp, providerUuid: string): Promise<string> {
  const uuid = newId();
  await services.database.transaction(staffOf(providerUuid), (tx) =>
    tx
      .insertInto("warehouse")
      .values({ provider_uuid: providerUuid, warehouse_uuid: uuid, name: `Quay ${uuid}`, code: `W${uuid.slice(-8).toUpperCase()}` })
      .execute(),
  );
  return uuid;
}

/** Marks a warehouse's days as charged, with nothing to charge. */
export async function markCharged(
  { services }: TestApp,
  providerUuid: string,
  { warehouse, from, until }: { warehouse: string; from: string; until: string },
): Promise<void> {
  await services.database.transaction(platform, (tx) =>
    sql`insert into charge_run (provider_uuid, warehouse_uuid, day, at, charge_count)
      select ${providerUuid}, ${warehouse}, d::date, now(), 0 from generate_series(${from}::timestamp, ${until}::timestamp, interval '1 day') d`.execute(
      tx,
    ),
  );
}
