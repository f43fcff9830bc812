import { sql } from "kysely";
import type { RawBuilder, SqlBool } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { Page } from "#src/kit/api/list.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { listPickTasks, PickLine, PickProgress, PickTask, PickTaskRow } from "#src/outbound/picking/picking.contract.ts";
import type { PickTaskStatus } from "#src/outbound/picking/picking.machine.ts";
import type { WaveKind } from "#src/outbound/waves/waves.rules.ts";
import { limitFirst, selectName, withNames } from "#server/platform/db/limit-first.ts";
import { listPage } from "#server/platform/db/list.ts";
import { selectMainImage } from "#server/warehouse/goods/variants.queries.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { formatMoment } from "../orders/orders.queries.ts";

type Scope = Pick<OrderScope, "tx" | "providerUuid" | "userUuid">;

interface Row {
  task_uuid: string;
  task_number: number;
  wave_uuid: string;
  wave_number: string;
  kind: string;
  is_held: boolean;
  warehouse_uuid: string;
  warehouse_name: string;
  status: string;
  picker: string;
  is_mine: boolean;
  tote: string;
  line_count: number;
  piece_count: number;
  picked_pieces: number;
  short_pieces: number;
  walking_decimetres: number;
  started_at: Date | null;
  ended_at: Date | null;
  version: number;
}

/** SQL for what a row shows of the task, its wave, its warehouse and its tote: `pick_task` joined with `w`, `h` and `l`. The statement has its picker's name. */
function selectShown(userUuid: string | null) {
  return [
    "pick_task.task_uuid",
    "pick_task.task_number",
    "pick_task.wave_uuid",
    "w.wave_number",
    "w.kind",
    sql<boolean>`(w.status = 'held')`.as("is_held"),
    "pick_task.warehouse_uuid",
    "h.name as warehouse_name",
    "pick_task.status",
    selectName("pick_task.user_uuid").as("picker"),
    sql<boolean>`coalesce(pick_task.user_uuid = ${userUuid}::uuid, false)`.as("is_mine"),
    sql<string>`coalesce(l.barcode, '')`.as("tote"),
    "pick_task.line_count",
    "pick_task.piece_count",
    "pick_task.picked_pieces",
    "pick_task.short_pieces",
    "pick_task.walking_decimetres",
    "pick_task.started_at",
    "pick_task.ended_at",
    "pick_task.version",
  ] as const;
}

function toTaskRow({ walking_decimetres, started_at, ended_at, ...row }: Row): PickTaskRow {
  return {
    ...row,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint allows no other value
    status: row.status as PickTaskStatus,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint allows no other value
    kind: row.kind as WaveKind,
    walking_metres: walking_decimetres / 10,
    started_at: formatMoment(started_at),
    ended_at: formatMoment(ended_at),
  };
}

/** The condition of the partial index of tasks that have not ended, word for word. */
const isOpen = sql<SqlBool>`pick_task.status in ('pending', 'assigned', 'in_progress')`;

/** Returns a page of pick tasks, those that wait longest first. */
export function listTaskPage(
  { tx, providerUuid, userUuid }: Scope,
  { cur_page, page_size, cursor, warehouse_uuid, wave_uuid, status, is_open, is_mine }: ParsedInputOf<typeof listPickTasks>,
): Promise<Result<Page<PickTaskRow>, "parameterError">> {
  const base = tx
    .selectFrom("pick_task")
    .where("pick_task.provider_uuid", "=", providerUuid)
    .$if(warehouse_uuid !== undefined, (rows) => rows.where("pick_task.warehouse_uuid", "=", warehouse_uuid ?? ""))
    .$if(wave_uuid !== undefined, (rows) => rows.where("pick_task.wave_uuid", "=", wave_uuid ?? ""))
    .$if(status.length > 0, (rows) => rows.where("pick_task.status", "in", status))
    .$if(is_open === true, (rows) => rows.where(isOpen))
    .$if(is_open === false, (rows) => rows.where(sql<SqlBool>`not ${isOpen}`))
    .$if(is_mine === true, (rows) => rows.where("pick_task.user_uuid", "=", userUuid))
    .$if(is_mine === false, (rows) => rows.where(sql<SqlBool>`pick_task.user_uuid is distinct from ${userUuid}::uuid`));
  return listPage(
    tx,
    {
      name: "picking.list-tasks",
      table: "pick_task",
      base,
      // Ids ascend with time: the tasks of the wave that was released first are the first.
      keys: [{ column: sql.ref("pick_task.task_uuid"), type: "uuid", direction: "asc" }],
      select: (page) =>
        limitFirst(tx, "pick_task", page, ["user_uuid"])
          .innerJoin("wave as w", (join) =>
            join.onRef("w.provider_uuid", "=", "pick_task.provider_uuid").onRef("w.wave_uuid", "=", "pick_task.wave_uuid"),
          )
          .innerJoin("warehouse as h", (join) =>
            join.onRef("h.provider_uuid", "=", "pick_task.provider_uuid").onRef("h.warehouse_uuid", "=", "pick_task.warehouse_uuid"),
          )
          .leftJoin("location as l", (join) =>
            join.onRef("l.provider_uuid", "=", "pick_task.provider_uuid").onRef("l.location_uuid", "=", "pick_task.tote_uuid"),
          )
          .select(selectShown(userUuid)),
      show: ({ position: _position, ...row }): PickTaskRow => toTaskRow(row),
    },
    { cur_page, page_size, cursor },
  );
}

/** SQL for the codes that name a SKU `v` when scanned: its barcodes, itself, and the SKUs of duplicates that were merged into it. */
export const codesOfSku: RawBuilder<string[]> = sql`(select json_agg(code order by code) from (
  select v.sku as code
  union select b.barcode from sku_barcode b where b.provider_uuid = v.provider_uuid and b.variant_uuid = v.variant_uuid
  union select m.sku from variant m where m.provider_uuid = v.provider_uuid and m.merged_into_uuid = v.variant_uuid) as every)`;

/** SQL for a task's lines as JSON, in walking order: those that were skipped at the end. */
const linesOfTask = sql<PickLine[]>`coalesce((select json_agg(json_build_object(
    'line_number', k.line_number, 'sequence', k.sequence, 'status', k.status, 'order_uuid', k.order_uuid, 'order_number', o.order_number,
    'location_uuid', k.location_uuid, 'location', c.barcode, 'variant_uuid', k.variant_uuid, 'sku', v.sku, 'codes', ${codesOfSku},
    'title', p.title, 'variant_title', v.title, 'main_image', ${selectMainImage("p")}, 'lot', k.lot, 'quantity', k.quantity,
    'picked_quantity', k.picked_quantity, 'slot', k.slot, 'short_reason', k.short_reason) order by k.sequence, k.line_number)
  from pick_line k
    join sales_order o on o.provider_uuid = k.provider_uuid and o.order_uuid = k.order_uuid
    join location c on c.provider_uuid = k.provider_uuid and c.location_uuid = k.location_uuid
    join variant v on v.provider_uuid = k.provider_uuid and v.variant_uuid = k.variant_uuid
    join product p on p.provider_uuid = v.provider_uuid and p.product_uuid = v.product_uuid
  where k.provider_uuid = pick_task.provider_uuid and k.task_uuid = pick_task.task_uuid), '[]')`;

/** Returns a task with its lines; null if the caller may not see it. */
export async function findTask({ tx, providerUuid, userUuid }: Scope, taskUuid: string): Promise<PickTask | null> {
  const people = sql`select user_uuid from pick_task where provider_uuid = ${providerUuid} and task_uuid = ${taskUuid} and user_uuid is not null`;
  const row = await withNames(tx, people)
    .selectFrom("pick_task")
    .innerJoin("wave as w", (join) =>
      join.onRef("w.provider_uuid", "=", "pick_task.provider_uuid").onRef("w.wave_uuid", "=", "pick_task.wave_uuid"),
    )
    .innerJoin("warehouse as h", (join) =>
      join.onRef("h.provider_uuid", "=", "pick_task.provider_uuid").onRef("h.warehouse_uuid", "=", "pick_task.warehouse_uuid"),
    )
    .leftJoin("location as l", (join) =>
      join.onRef("l.provider_uuid", "=", "pick_task.provider_uuid").onRef("l.location_uuid", "=", "pick_task.tote_uuid"),
    )
    .select(selectShown(userUuid))
    .select(linesOfTask.as("lines"))
    .where("pick_task.provider_uuid", "=", providerUuid)
    .where("pick_task.task_uuid", "=", taskUuid)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { lines, ...rest } = row;
  return { ...toTaskRow(rest), lines };
}

/** Reads what is left of a task. */
export async function readProgress({ tx, providerUuid }: Pick<Scope, "tx" | "providerUuid">, taskUuid: string): Promise<PickProgress> {
  const { rows } = await sql<PickProgress>`
    select t.task_uuid, t.status, t.picked_pieces, t.short_pieces, (select count(*)::integer from pick_line k
      where k.provider_uuid = t.provider_uuid and k.task_uuid = t.task_uuid and k.status = 'pending') as lines_left
    from pick_task t where t.provider_uuid = ${providerUuid} and t.task_uuid = ${taskUuid}`.execute(tx);
  if (rows[0] === undefined) throw new Error("picking: a task that was just changed is missing");
  return rows[0];
}
