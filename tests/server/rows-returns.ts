import { sql } from "kysely";
import type { ReturnStatus } from "#src/outbound/returns/returns.machine.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { postMovements } from "#server/warehouse/stock/ledger.commands.ts";
import { addOrderRows } from "./rows-orders.ts";
import type { OrderRows } from "./rows-orders.ts";
import { markerOf } from "./rows.ts";
import type { StockStage } from "./stage-stock.ts";
import type { Person } from "./world.ts";

/** The return of a person's return calls. */
export interface ReturnRows extends OrderRows {
  readonly returnUuid: string;
  readonly returnNumber: string;
  readonly lineOfReturn: string;
  /** null before anything was inspected */
  readonly scanUuid: string | null;
}

/** What was counted of the three pieces that came back. */
const counted = { good: 2, damaged: 1 } as const;

/**
 * Creates a return of a shipped order of a person's company with everything that its state implies: from the inspection on two good pieces and a damaged
 * one among the returned goods, and with the decision the good ones are to be restocked.
 * @param tx acts for the provider's staff afterwards
 * @param stage where its goods were; by default a stage of its own
 * @param of "unknown": a parcel that arrived and belongs to nobody; "counted": arrived, with its pieces counted
 */
export async function addReturnRows(
  tx: Tx,
  person: Person,
  of: "unknown" | "counted" | Extract<ReturnStatus, "expected" | "arrived" | "inspected" | "decided">,
  stage?: StockStage,
): Promise<ReturnRows> {
  const rows = await addOrderRows(tx, person, "shipped", stage);
  const { providerUuid: provider_uuid, warehouseUuid: warehouse_uuid } = rows.stage;
  const [return_uuid, line_uuid, now] = [newId(), newId(), new Date()];
  const returnNumber = `RT-000101-${newId().slice(-10)}`.toUpperCase();
  const status = of === "unknown" || of === "counted" ? "arrived" : of;
  const isCounted = of === "counted" || of === "inspected" || of === "decided";
  const owner_uuid = of === "unknown" ? null : rows.ownerUuid;
  await tx
    .insertInto("return_order")
    .values({
      provider_uuid,
      return_uuid,
      return_number: returnNumber,
      owner_uuid,
      order_uuid: of === "unknown" ? null : rows.orderUuid,
      warehouse_uuid,
      status,
      tracking_number: returnNumber.replace("RT", "TRACK"),
      remark: markerOf(person),
      created_by: person.userUuid,
      created_at: now,
      expected_at: now,
      arrived_at: status === "expected" ? null : now,
      inspected_at: status === "inspected" || status === "decided" ? now : null,
      decided_at: status === "decided" ? now : null,
    })
    .execute();
  await tx
    .insertInto("return_event")
    .values({
      provider_uuid,
      return_uuid,
      event_uuid: newId(),
      owner_uuid,
      warehouse_uuid,
      at: now,
      user_uuid: person.userUuid,
      event: "announce",
      to_status: status,
      message: markerOf(person),
    })
    .execute();
  const made = { ...rows, returnUuid: return_uuid, returnNumber, lineOfReturn: line_uuid };
  if (owner_uuid === null) return { ...made, scanUuid: null };
  const { rows: lots } = await sql<{
    keeps_lots: boolean;
  }>`select keeps_lots from variant where provider_uuid = ${provider_uuid} and variant_uuid = ${rows.variantUuid}`.execute(tx);
  const lot = isCounted && lots[0]?.keeps_lots === true ? "L1" : "";
  await tx
    .insertInto("return_line")
    .values({
      provider_uuid,
      return_uuid,
      line_uuid,
      line_number: 1,
      owner_uuid,
      warehouse_uuid,
      variant_uuid: rows.variantUuid,
      sku: rows.sku,
      title: markerOf(person),
      stock_owner_uuid: rows.ownerUuid,
      lot,
      expected: 3,
      ...(isCounted ? counted : {}),
      ...(status === "decided" ? { good_decision: "restock", damaged_decision: "scrap" } : {}),
    })
    .execute();
  if (!isCounted) return { ...made, scanUuid: null };
  const location_uuid = newId();
  await tx
    .insertInto("location")
    .values({ provider_uuid, location_uuid, warehouse_uuid, barcode: `RETURNS-${newId().slice(-10)}`.toUpperCase(), type: "returns" })
    .execute();
  const scans = (["good", "damaged"] as const).map((condition) => ({ condition, scan_uuid: newId() }));
  await tx
    .insertInto("return_scan")
    .values(
      scans.map(({ condition, scan_uuid }) => ({
        provider_uuid,
        scan_uuid,
        return_uuid,
        line_uuid,
        owner_uuid,
        warehouse_uuid,
        kind: "inspect",
        is_damaged: condition === "damaged",
        quantity: counted[condition],
        from_location_uuid: location_uuid,
        at: now,
        user_uuid: person.userUuid,
      })),
    )
    .execute();
  const posted = await postMovements(
    tx,
    { providerUuid: provider_uuid, userUuid: person.userUuid, now },
    scans.map(({ condition, scan_uuid }) => ({
      source: { type: "customer-return", uuid: scan_uuid, line: 1 },
      variantUuid: rows.variantUuid,
      ownerUuid: rows.ownerUuid,
      warehouseUuid: warehouse_uuid,
      lot,
      quantity: counted[condition],
      from: { place: "arrival", condition },
      to: { place: "location", locationUuid: location_uuid, condition },
    })),
  );
  if (!posted.ok) throw new Error(posted.problem);
  return { ...made, scanUuid: scans[0]?.scan_uuid ?? null };
}
