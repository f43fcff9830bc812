import { sql } from "kysely";
import { sort } from "#server/outbound/sortation/sort-piece.commands.ts";
import { getSystemScope } from "#server/outbound/orders/order-scope.ts";
import { platform } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { findsNothing } from "./example.ts";
import type { Aim, Example } from "./example.ts";
import { addOrderRows } from "./rows-orders.ts";
import type { OrderRows } from "./rows-orders.ts";
import { markerOf } from "./rows.ts";
import type { Person } from "./world.ts";

/** A picked order of a person's company in a tote, and a wall of one slot at which the tote is sorted. */
interface WallRows extends OrderRows {
  readonly wallUuid: string;
  readonly toteUuid: string;
  readonly tote: string;
  readonly code: string;
}

async function addWallRows(tx: Tx, person: Person): Promise<WallRows> {
  const rows = await addOrderRows(tx, person, "picked");
  const { providerUuid: provider_uuid, warehouseUuid: warehouse_uuid, locations, barcodes } = rows.stage;
  const [wall_uuid, location_uuid, tote_uuid] = [newId(), newId(), locations[0] ?? ""];
  const code = `W${newId().slice(-10)}`.toUpperCase();
  await sql`update location set type = 'tote' where provider_uuid = ${provider_uuid} and location_uuid = ${tote_uuid}`.execute(tx);
  await sql`update wave set kind = 'wall' where wave_uuid = (select wave_uuid from sales_order where order_uuid = ${rows.orderUuid})`.execute(
    tx,
  );
  const created_at = new Date();
  await tx
    .insertInto("sort_wall")
    .values({
      provider_uuid,
      wall_uuid,
      warehouse_uuid,
      name: `${markerOf(person)} ${code}`,
      code,
      row_count: 1,
      column_count: 1,
      created_at,
    })
    .execute();
  await tx
    .insertInto("location")
    .values({ provider_uuid, location_uuid, warehouse_uuid, barcode: `${code}-01`, type: "slot" })
    .execute();
  await tx.insertInto("wall_slot").values({ provider_uuid, wall_uuid, slot_number: 1, warehouse_uuid, location_uuid }).execute();
  await tx
    .insertInto("wall_tote")
    .values({ provider_uuid, tote_uuid, wall_uuid, warehouse_uuid, user_uuid: person.userUuid, assigned_at: created_at })
    .execute();
  return { ...rows, wallUuid: wall_uuid, toteUuid: tote_uuid, tote: barcodes[0] ?? "", code };
}

function about(input: (named: WallRows, tx: Tx, aim: Aim) => object | Promise<object>): Example {
  const make = (aim: Aim, person: Person) =>
    aim.test.services.database.transaction(platform, async (tx) => input(await addWallRows(tx, person), tx, aim));
  return { own: (aim) => make(aim, aim.owner), withForeign: (aim) => make(aim, aim.foreign.person) };
}

const change = { name: "North", row_count: 2, column_count: 2 };

/** An input for each call of the sort walls. */
export const sortationExamples: Readonly<Record<string, Example>> = {
  "sortation.list-walls": about(({ stage }) => ({ warehouse_uuid: stage.warehouseUuid })),
  "sortation.get-wall": about(({ wallUuid }) => ({ wall_uuid: wallUuid })),
  "sortation.list-totes": findsNothing(about(({ stage }) => ({ warehouse_uuid: stage.warehouseUuid }))),
  "sortation.find-by-scan": findsNothing(about(({ code }) => ({ code }))),
  "sortation.create-wall": about(({ stage, code }) => ({ ...change, warehouse_uuid: stage.warehouseUuid, code: `${code}N` })),
  "sortation.update-wall": about(({ wallUuid }) => ({ ...change, wall_uuid: wallUuid, version: 1, is_active: true })),
  "sortation.assign-tote": about(({ wallUuid, tote }) => ({ tote, wall_uuid: wallUuid })),
  "sortation.remove-tote": about(({ toteUuid }) => ({ tote_uuid: toteUuid })),
  "sortation.sort-piece": about(({ wallUuid, sku }) => ({ wall_uuid: wallUuid, code: sku })),
  "sortation.undo-sort": about(async ({ wallUuid, sku, stage }, tx, { test }) => {
    const sorted = await sort(getSystemScope(tx, stage.providerUuid, test.services), { wall_uuid: wallUuid, code: sku });
    if (!sorted.ok) throw new Error(sorted.problem);
    return { sort_uuid: sorted.value.sort_uuid, order_uuid: sorted.value.order_uuid };
  }),
};
