import { sql } from "kysely";
import { newId } from "#server/platform/runtime/clock.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { WaveStatus } from "#src/outbound/waves/waves.machine.ts";
import { addOrderRows, addWaveOf } from "./rows-orders.ts";
import { markerOf } from "./rows.ts";
import type { OrderRows } from "./rows-orders.ts";
import { stageStock } from "./stage-stock.ts";
import type { StockStage } from "./stage-stock.ts";
import type { Person } from "./world.ts";

/** A wave of one task; each of its orders needs three pieces of one SKU from one shelf. */
export interface PickRows {
  readonly stage: StockStage;
  readonly waveUuid: string;
  readonly taskUuid: string;
  readonly orderUuids: string[];
  readonly warehouseUuid: string;
  readonly variantUuid: string;
  readonly ownerUuid: string;
  readonly shelf: string;
  readonly shelfUuid: string;
  readonly tote: string;
  readonly toteUuid: string;
}

/** The statuses of a wave that has tasks. */
const withTasks = ["released", "held", "picking"] as const satisfies readonly WaveStatus[];

/**
 * Creates a wave of a person's company with its orders and their reservations, and an empty tote. From its release on it has a task, of which nothing is
 * picked.
 * @param on by default a warehouse of its own
 */
export async function addPickRows(tx: Tx, person: Person, on?: StockStage, count = 2, status: WaveStatus = "released"): Promise<PickRows> {
  const providerUuid = person.providerUuid ?? "";
  const stage = on ?? (await stageStock(tx, { providerUuid, ownerUuid: person.retailerUuid ?? providerUuid, marker: markerOf(person) }));
  const orders: OrderRows[] = [];
  for (let at = 0; at < count; at += 1) orders.push(await addOrderRows(tx, person, "allocated", stage));
  const [first] = orders;
  if (first === undefined) throw new Error("a wave has orders");
  const orderUuids = orders.map(({ orderUuid }) => orderUuid);
  const wave_uuid = await addWaveOf(
    tx,
    { stage, userUuid: person.userUuid, orderUuids },
    status,
    status === "done" ? "shipped" : status === "picked" ? "picked" : "in_wave",
  );
  const provider_uuid = stage.providerUuid;
  const [task_uuid, toteUuid, warehouse_uuid] = [newId(), newId(), stage.warehouseUuid];
  const now = new Date();
  const tote = `TOTE-${newId().slice(-10)}`.toUpperCase();
  await tx.insertInto("location").values({ provider_uuid, location_uuid: toteUuid, warehouse_uuid, barcode: tote, type: "tote" }).execute();
  if (withTasks.some((one) => one === status)) {
    await tx
      .insertInto("pick_task")
      .values({
        provider_uuid,
        task_uuid,
        wave_uuid,
        warehouse_uuid,
        task_number: 1,
        line_count: count,
        piece_count: 3 * count,
        walking_decimetres: 420,
        created_at: now,
      })
      .execute();
    for (const [at, { orderUuid, variantUuid, ownerUuid }] of orders.entries())
      await sql`insert into pick_line (provider_uuid, task_uuid, line_number, wave_uuid, warehouse_uuid, order_uuid, demand_number, reservation_uuid,
          variant_uuid, stock_owner_uuid, location_uuid, lot, quantity, sequence)
        select provider_uuid, ${task_uuid}::uuid, ${at + 1}::integer, ${wave_uuid}::uuid, warehouse_uuid, source_uuid, source_line, reservation_uuid, variant_uuid,
          owner_uuid, location_uuid, lot, quantity, ${at + 1}::integer
        from reservation where provider_uuid = ${provider_uuid} and source_type = 'order' and source_uuid = ${orderUuid} and status = 'open'
          and variant_uuid = ${variantUuid} and owner_uuid = ${ownerUuid}`.execute(tx);
  }
  const shelfUuid = stage.locations[0] ?? "";
  return {
    stage,
    waveUuid: wave_uuid,
    taskUuid: task_uuid,
    orderUuids,
    warehouseUuid: warehouse_uuid,
    variantUuid: first.variantUuid,
    ownerUuid: first.ownerUuid,
    shelf: stage.barcodes[0] ?? "",
    shelfUuid,
    tote,
    toteUuid,
  };
}
