import { sql } from "kysely";
import type { RawBuilder, SelectQueryBuilder, SqlBool } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { emptyPage } from "#src/kit/api/list.ts";
import type { Page } from "#src/kit/api/list.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type {
  listWaveOrders,
  listWaves,
  queryWaveElements,
  WaveDetail,
  WaveFigures,
  WaveMember,
  WaveRow,
  WaveTask,
} from "#src/outbound/waves/waves.contract.ts";
import { waveStatuses } from "#src/outbound/waves/waves.machine.ts";
import type { WaveStatus } from "#src/outbound/waves/waves.machine.ts";
import type { WaveKind } from "#src/outbound/waves/waves.rules.ts";
import { waveKinds } from "#src/warehouse/warehouses/warehouse-settings.contract.ts";
import { limitFirst, selectName, withNames } from "#server/platform/db/limit-first.ts";
import { listPage } from "#server/platform/db/list.ts";
import type { PageRequest } from "#server/platform/db/list.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { DB } from "#server/platform/db/schema.generated.ts";
import { selectOwnerName } from "#server/warehouse/goods/variants.queries.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { formatMoment } from "../orders/orders.queries.ts";

type Scope = Pick<OrderScope, "tx" | "providerUuid">;

interface Row {
  wave_uuid: string;
  wave_number: string;
  warehouse_uuid: string;
  warehouse_name: string;
  kind: string;
  strategy: string;
  status: string;
  order_count: number;
  piece_count: number;
  task_pieces: number;
  picked_pieces: number;
  short_pieces: number;
  task_count: number;
  tasks_done: number;
  picker_count: number;
  reason: string;
  created_by: string;
  created_at: Date;
  planned_at: Date | null;
  released_at: Date | null;
  started_at: Date | null;
  picked_at: Date | null;
  ended_at: Date | null;
  printed_at: Date | null;
  version: number;
}

/** Adds what a row shows to `wave`: its warehouse, who built it, and the sums of its tasks. The statement has the names of people (`limitFirst`, `withNames`). */
function selectRow<O>(query: SelectQueryBuilder<DB, "wave", O>) {
  return query
    .innerJoin("warehouse as h", (join) =>
      join.onRef("h.provider_uuid", "=", "wave.provider_uuid").onRef("h.warehouse_uuid", "=", "wave.warehouse_uuid"),
    )
    .innerJoinLateral(
      (tasks) =>
        tasks
          .selectFrom("pick_task as t")
          .whereRef("t.provider_uuid", "=", "wave.provider_uuid")
          .whereRef("t.wave_uuid", "=", "wave.wave_uuid")
          .select([
            sql<number>`coalesce(sum(t.piece_count), 0)::integer`.as("task_pieces"),
            sql<number>`coalesce(sum(t.picked_pieces), 0)::integer`.as("picked_pieces"),
            sql<number>`coalesce(sum(t.short_pieces), 0)::integer`.as("short_pieces"),
            sql<number>`(count(*) filter (where t.status <> 'cancelled'))::integer`.as("task_count"),
            sql<number>`(count(*) filter (where t.status = 'done'))::integer`.as("tasks_done"),
            sql<number>`(count(distinct t.user_uuid) filter (where t.status in ('assigned', 'in_progress')))::integer`.as("picker_count"),
          ])
          .as("s"),
      (join) => join.onTrue(),
    )
    .select([
      "wave.wave_uuid",
      "wave.wave_number",
      "wave.warehouse_uuid",
      "h.name as warehouse_name",
      "wave.kind",
      "wave.strategy",
      "wave.status",
      "wave.order_count",
      "wave.piece_count",
      "s.task_pieces",
      "s.picked_pieces",
      "s.short_pieces",
      "s.task_count",
      "s.tasks_done",
      "s.picker_count",
      "wave.reason",
      selectName("wave.created_by").as("created_by"),
      "wave.created_at",
      "wave.planned_at",
      "wave.released_at",
      "wave.started_at",
      "wave.picked_at",
      "wave.ended_at",
      "wave.printed_at",
      "wave.version",
    ])
    .$castTo<O & Row>();
}

function toWaveRow({ position: _position, ...row }: Row & { position?: unknown }): WaveRow {
  return {
    ...row,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint allows no other value
    kind: row.kind as WaveKind,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint allows no other value
    status: row.status as WaveStatus,
    created_at: formatMoment(row.created_at),
    planned_at: formatMoment(row.planned_at),
    released_at: formatMoment(row.released_at),
    started_at: formatMoment(row.started_at),
    picked_at: formatMoment(row.picked_at),
    ended_at: formatMoment(row.ended_at),
    printed_at: formatMoment(row.printed_at),
  };
}

/** Sorts after every character of a number. */
const pastAll = "\u007f";

/** Waves whose number begins with some text, and the wave of the order with that number. */
function isFound({ providerUuid }: Scope, search: string): RawBuilder<SqlBool> {
  const number = search.toUpperCase();
  return sql<SqlBool>`(wave.wave_number >= ${number} and wave.wave_number < ${number + pastAll}
    or wave.wave_uuid in (select m.wave_uuid from sales_order o
      join wave_order m on m.provider_uuid = o.provider_uuid and m.order_uuid = o.order_uuid
      where o.provider_uuid = ${providerUuid} and o.order_number = ${number}))`;
}

function selectWaves({ tx, providerUuid }: { readonly tx: Pick<Tx, "selectFrom">; readonly providerUuid: string }) {
  return tx.selectFrom("wave").where("wave.provider_uuid", "=", providerUuid);
}

function listWavePage(
  tx: Scope["tx"],
  base: ReturnType<typeof selectWaves>,
  request: PageRequest,
): Promise<Result<Page<WaveRow>, "parameterError">> {
  return listPage(
    tx,
    {
      name: "waves.list-waves",
      table: "wave",
      base,
      keys: [{ column: sql.ref("wave.wave_uuid"), type: "uuid", direction: "desc" }],
      select: (page) => selectRow(limitFirst(tx, "wave", page, ["created_by"])),
      show: (row) => toWaveRow(row),
    },
    request,
  );
}

/** Returns a page of a provider's waves, newest first. */
export function listWaveRows(
  scope: Scope,
  { search = "", status, kind, warehouse_uuid, is_printed, cur_page, page_size, cursor }: ParsedInputOf<typeof listWaves>,
): Promise<Result<Page<WaveRow>, "parameterError">> {
  const base = selectWaves(scope)
    .$if(search !== "", (rows) => rows.where(isFound(scope, search)))
    .$if(status.length > 0, (rows) => rows.where("wave.status", "in", status))
    .$if(kind.length > 0, (rows) => rows.where("wave.kind", "in", kind))
    .$if(warehouse_uuid !== undefined, (rows) => rows.where("wave.warehouse_uuid", "=", warehouse_uuid ?? ""))
    .$if(is_printed === true, (rows) => rows.where("wave.printed_at", "is not", null))
    .$if(is_printed === false, (rows) => rows.where("wave.printed_at", "is", null));
  return listWavePage(scope.tx, base, { cur_page, page_size, cursor });
}

const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const pairColumns = {
  wave_id: "wave.wave_uuid",
  wave_number: "wave.wave_number",
  status: "wave.status",
  kind: "wave.kind",
  warehouse_id: "wave.warehouse_uuid",
} as const;

/** Whether a field can have such a value at all: the database refuses some that cannot be. */
const fits: Readonly<Record<keyof typeof pairColumns, (value: string) => boolean>> = {
  wave_id: (value) => uuidShape.test(value),
  wave_number: () => true,
  status: (value) => waveStatuses.some((status) => status === value),
  kind: (value) => waveKinds.some((kind) => kind === value),
  warehouse_id: (value) => uuidShape.test(value),
};

/** Returns a page of the waves whose fields have the given values; a value that no wave can have finds none. */
export async function listWavesByPairs(
  scope: Scope,
  { field, value, cur_page, page_size, cursor }: ParsedInputOf<typeof queryWaveElements>,
): Promise<Result<Page<WaveRow>, "parameterError">> {
  if (field.length !== value.length) return refuse("parameterError");
  if (field.some((name, at) => !fits[name](value[at] ?? ""))) return ok(emptyPage());
  let rows = selectWaves(scope);
  for (const [at, name] of field.entries()) rows = rows.where(pairColumns[name], "=", value[at] ?? "");
  return listWavePage(scope.tx, rows, { cur_page, page_size, cursor });
}

/** SQL for a wave's tasks as JSON, by number. */
const tasksOfWave = sql<WaveTask[]>`coalesce((select json_agg(json_build_object(
    'task_uuid', t.task_uuid, 'task_number', t.task_number, 'status', t.status,
    'picker', ${selectName("t.user_uuid")}, 'tote', coalesce(c.barcode, ''),
    'line_count', t.line_count, 'piece_count', t.piece_count, 'picked_pieces', t.picked_pieces, 'short_pieces', t.short_pieces,
    'walking_metres', t.walking_decimetres / 10.0,
    'started_at', coalesce(to_char(t.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), ''),
    'ended_at', coalesce(to_char(t.ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '')) order by t.task_number)
  from pick_task t left join location c on c.provider_uuid = t.provider_uuid and c.location_uuid = t.tote_uuid
  where t.provider_uuid = wave.provider_uuid and t.wave_uuid = wave.wave_uuid), '[]')`;

/** Returns a wave with its preview and its tasks; null if the caller may not see it. */
export async function findWave(scope: Scope, waveUuid: string): Promise<WaveDetail | null> {
  const { tx, providerUuid } = scope;
  const people = sql`select created_by from wave where provider_uuid = ${providerUuid} and wave_uuid = ${waveUuid} and created_by is not null
    union all select user_uuid from pick_task where provider_uuid = ${providerUuid} and wave_uuid = ${waveUuid} and user_uuid is not null`;
  const wave = selectWaves({ tx: withNames(tx, people), providerUuid }).where("wave.wave_uuid", "=", waveUuid);
  const row = await selectRow(wave)
    .select([sql<WaveFigures | null>`wave.plan -> 'figures'`.as("figures"), tasksOfWave.as("tasks")])
    .executeTakeFirst();
  if (row === undefined) return null;
  const { figures, tasks, ...rest } = row;
  return { ...toWaveRow(rest), figures: row.status === "draft" ? null : figures, tasks };
}

/** Whether the caller may see such a wave. */
export async function isWave(scope: Scope, waveUuid: string): Promise<boolean> {
  const row = await selectWaves(scope).select("wave.wave_uuid").where("wave.wave_uuid", "=", waveUuid).executeTakeFirst();
  return row !== undefined;
}

/** Sorts members without a tour or slot last. */
const last = sql.lit(32_767);

/** Returns a page of a wave's members by tour and slot. */
export function listMemberPage(
  { tx, providerUuid }: Scope,
  { wave_uuid, status, cur_page, page_size, cursor }: ParsedInputOf<typeof listWaveOrders>,
): Promise<Result<Page<WaveMember>, "parameterError">> {
  return listPage(
    tx,
    {
      name: "waves.list-orders",
      table: "wave_order",
      base: tx
        .selectFrom("wave_order")
        .where("wave_order.provider_uuid", "=", providerUuid)
        .where("wave_order.wave_uuid", "=", wave_uuid)
        .$if(status !== undefined, (rows) => rows.where("wave_order.status", "=", status ?? "")),
      keys: [
        { column: sql`coalesce(wave_order.tour, ${last})`, type: "bigint", direction: "asc" },
        { column: sql`coalesce(wave_order.slot, ${last})`, type: "bigint", direction: "asc" },
        { column: sql.ref("wave_order.order_uuid"), type: "uuid", direction: "asc" },
      ],
      select: (page) =>
        limitFirst(tx, "wave_order", page)
          .innerJoin("sales_order as o", (join) =>
            join.onRef("o.provider_uuid", "=", "wave_order.provider_uuid").onRef("o.order_uuid", "=", "wave_order.order_uuid"),
          )
          .leftJoin("channel as c", (join) =>
            join.onRef("c.provider_uuid", "=", "o.provider_uuid").onRef("c.channel_uuid", "=", "o.channel_uuid"),
          )
          .select(["o.order_uuid", "o.order_number", "o.reference", "o.country", "o.status as order_status", "o.fulfilment_status"])
          .select(["wave_order.status", "wave_order.tour", "wave_order.slot", "wave_order.reason"])
          .select(["o.demand_pieces as piece_count", "o.demand_skus as sku_count"])
          .select([
            sql<string>`coalesce(c.name, '')`.as("channel_name"),
            sql<boolean>`('cancel' = any (o.holds))`.as("wants_cancel"),
            selectOwnerName("o.owner_uuid").as("owner_name"),
          ]),
      show: ({ position: _position, ...row }): WaveMember => ({
        ...row,
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint allows no other value
        order_status: row.order_status as WaveMember["order_status"],
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint allows no other value
        fulfilment_status: row.fulfilment_status as WaveMember["fulfilment_status"],
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint allows no other value
        status: row.status as WaveMember["status"],
      }),
    },
    { cur_page, page_size, cursor },
  );
}
