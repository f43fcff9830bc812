import type { ReceiptStatus } from "#src/warehouse/receipts/receipts.machine.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { actingFor } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { postMovements } from "#server/warehouse/stock/ledger.commands.ts";
import type { Movement } from "#server/warehouse/stock/ledger.commands.ts";
import { markerOf } from "./rows.ts";
import { addGoodsRows } from "./rows-goods.ts";
import { addWarehousesRows } from "./rows-warehouses.ts";
import type { Person } from "./world.ts";

/** The receipt of a person's receipt calls. */
export interface ReceiptsRows {
  readonly ownerUuid: string;
  readonly warehouseUuid: string;
  readonly variantUuid: string;
  /** of the product */
  readonly barcode: string;
  readonly receiptUuid: string;
  readonly receiptNumber: string;
  readonly lineUuid: string;
  /** of three good pieces, two of which wait, and two unqualified ones */
  readonly inspectionUuid: string;
  /** of one piece, done */
  readonly taskUuid: string;
  /** where more can be put away */
  readonly location: string;
}

const counted: readonly ReceiptStatus[] = ["inspecting", "putting_away", "closed_short"];

/**
 * Creates a receipt of a person's company with everything its state implies: a line of ten pieces and a box; in inspection also
 * two inspections (one with a piece that was put away), their ledger entries, an open putaway and a done one.
 * @param tx acts for the person, also afterwards
 */
export async function addReceiptsRows(tx: Tx, person: Person, status: ReceiptStatus = "inspecting"): Promise<ReceiptsRows> {
  const { providerUuid, retailerUuid, userUuid, role } = person;
  const provider_uuid = providerUuid ?? "";
  const warehouse = await addWarehousesRows(tx, person);
  const goods = await addGoodsRows(tx, person);
  const staff = { kind: "provider", providerUuid, userUuid } as const;
  return actingFor(tx, staff, { kind: role, providerUuid, retailerUuid, userUuid }, async () => {
    const { warehouseUuid, barcode: location } = warehouse;
    const { ownerUuid, otherVariantUuid: variantUuid, barcode } = goods;
    const [receiptUuid, lineUuid, inspectionUuid, earlierUuid, taskUuid] = [newId(), newId(), newId(), newId(), newId()];
    const receiptNumber = `R-000101-${newId().slice(-10)}`.toUpperCase();
    const marker = markerOf(person);
    const now = new Date();
    const isCounted = counted.includes(status);
    const common = { provider_uuid, receipt_uuid: receiptUuid, owner_uuid: ownerUuid };
    const times = { created_at: now, arrived_at: isCounted ? now : null };
    await tx
      .insertInto("receipt")
      .values({
        ...common,
        ...times,
        receipt_number: receiptNumber,
        reference: marker,
        warehouse_uuid: warehouseUuid,
        status,
        remark: marker,
        created_by: userUuid,
      })
      .execute();
    const sums = isCounted ? { counted: 6, qualified: 4, unqualified: 2, put_away: 1 } : {};
    await tx
      .insertInto("receipt_line")
      .values({ ...common, ...sums, line_uuid: lineUuid, line_number: 1, variant_uuid: variantUuid, expected: 10, remark: marker })
      .execute();
    await tx
      .insertInto("receipt_box")
      .values({ ...common, box_number: 1, barcode: `${receiptNumber}/1`, arrived_at: times.arrived_at })
      .execute();
    await tx
      .insertInto("receipt_event")
      .values({
        ...common,
        event_uuid: newId(),
        at: now,
        user_uuid: userUuid,
        event: "create",
        to_status: "draft",
        detail: JSON.stringify({ reason: marker }),
      })
      .execute();
    const rows = {
      ownerUuid,
      warehouseUuid,
      variantUuid,
      barcode,
      receiptUuid,
      receiptNumber,
      lineUuid,
      inspectionUuid,
      taskUuid,
      location,
    };
    if (!isCounted) return rows;
    const damaged = await tx
      .selectFrom("location")
      .select("location_uuid")
      .where("provider_uuid", "=", provider_uuid)
      .where("warehouse_uuid", "=", warehouseUuid)
      .where("type", "=", "damaged")
      .executeTakeFirstOrThrow();
    const inspected = { ...common, line_uuid: lineUuid, reason: marker, inspected_by: userUuid, at: now };
    await tx
      .insertInto("inspection")
      .values([
        { ...inspected, inspection_uuid: inspectionUuid, qualified_quantity: 3, unqualified_quantity: 2 },
        { ...inspected, inspection_uuid: earlierUuid, qualified_quantity: 1, unqualified_quantity: 0 },
      ])
      .execute();
    const task = { ...common, line_uuid: lineUuid, from_location_uuid: warehouse.receivingUuid, created_at: now };
    await tx
      .insertInto("putaway_task")
      .values([
        { ...task, task_uuid: newId(), quantity: 3 },
        {
          ...task,
          task_uuid: taskUuid,
          quantity: 1,
          status: "done",
          location_uuid: warehouse.otherLocationUuid,
          done_at: now,
          done_by: userUuid,
        },
      ])
      .execute();
    const dock = { place: "location", locationUuid: warehouse.receivingUuid, condition: "good" } as const;
    const waiting = { place: "location", locationUuid: damaged.location_uuid, condition: "quarantined" } as const;
    const shelf = { place: "location", locationUuid: warehouse.otherLocationUuid, condition: "good" } as const;
    const move = (type: string, uuid: string, line: number, quantity: number, way: Pick<Movement, "from" | "to">): Movement => ({
      source: { type, uuid, line },
      variantUuid,
      ownerUuid,
      warehouseUuid,
      lot: "",
      quantity,
      ...way,
    });
    const posted = await postMovements(tx, { providerUuid: provider_uuid, userUuid, now }, [
      move("receipt", inspectionUuid, 1, 3, { from: { place: "arrival", condition: "good" }, to: dock }),
      move("receipt", inspectionUuid, 2, 2, { from: { place: "arrival", condition: "quarantined" }, to: waiting }),
      move("receipt", earlierUuid, 1, 1, { from: { place: "arrival", condition: "good" }, to: dock }),
      move("putaway", taskUuid, 1, 1, { from: dock, to: shelf }),
    ]);
    if (!posted.ok) throw new Error(posted.problem);
    return rows;
  });
}
