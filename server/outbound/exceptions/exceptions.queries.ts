import { sql } from "kysely";
import type { RawBuilder, SelectQueryBuilder, SqlBool } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { Page } from "#src/kit/api/list.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type {
  ExceptionDetail,
  ExceptionEventRow,
  ExceptionPieces,
  ExceptionRow,
  listExceptions,
} from "#src/outbound/exceptions/exceptions.contract.ts";
import { exceptionStatuses } from "#src/outbound/exceptions/exceptions.machine.ts";
import {
  exceptionToDos,
  exceptionTypes,
  insideTypes,
  isInsideWork,
  mostExceptionEvents,
  oldExceptionMs,
  resolutions,
} from "#src/outbound/exceptions/exceptions.rules.ts";
import { orderStatuses } from "#src/outbound/orders/orders.machine.ts";
import { holdKinds, shortReasons } from "#src/outbound/orders/orders.rules.ts";
import { limitFirst, selectName, withNames } from "#server/platform/db/limit-first.ts";
import { listPage } from "#server/platform/db/list.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { DB } from "#server/platform/db/schema.generated.ts";
import { selectOwnerName } from "#server/warehouse/goods/variants.queries.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { formatMoment } from "../orders/orders.queries.ts";

type Scope = Pick<OrderScope, "tx" | "providerUuid" | "retailerUuid" | "userUuid">;

/** Narrows a column's value to the words that its constraint allows. */
function toWord<W extends string>(words: readonly W[], given: string, otherwise: NoInfer<W>): W {
  return words.find((one) => one === given) ?? otherwise;
}

/** Selects the exceptions that the caller may see: for a retailer, those of its own orders that do not concern the work inside a warehouse alone. */
function selectExceptions({
  tx,
  providerUuid,
  retailerUuid,
}: Pick<Scope, "providerUuid" | "retailerUuid"> & { readonly tx: Pick<Tx, "selectFrom"> }) {
  return tx
    .selectFrom("exception_case")
    .where("exception_case.provider_uuid", "=", providerUuid)
    .$if(retailerUuid !== null, (rows) =>
      rows.where("exception_case.owner_uuid", "=", retailerUuid ?? "").where("exception_case.type", "not in", insideTypes),
    );
}

interface Row {
  exception_uuid: string;
  exception_number: string;
  type: string;
  status: string;
  order_uuid: string | null;
  order_number: string;
  reference: string;
  owner_uuid: string;
  owner_name: string;
  warehouse_uuid: string | null;
  warehouse_name: string;
  reason: string;
  assignee_uuid: string | null;
  assignee: string;
  resolution: string;
  opened_at: Date;
  changed_at: Date;
  resolved_at: Date | null;
  closed_at: Date | null;
  version: number;
}

/** Adds what a row shows to `exception_case`. @param assignee the name of its assignee */
function selectRow<O>(query: SelectQueryBuilder<DB, "exception_case", O>, assignee: RawBuilder<string>) {
  return query
    .leftJoin("sales_order as o", (join) =>
      join.onRef("o.provider_uuid", "=", "exception_case.provider_uuid").onRef("o.order_uuid", "=", "exception_case.order_uuid"),
    )
    .leftJoin("warehouse as w", (join) =>
      join.onRef("w.provider_uuid", "=", "exception_case.provider_uuid").onRef("w.warehouse_uuid", "=", "exception_case.warehouse_uuid"),
    )
    .select([
      "exception_case.exception_uuid",
      "exception_case.exception_number",
      "exception_case.type",
      "exception_case.status",
      "exception_case.order_uuid",
      "exception_case.owner_uuid",
      "exception_case.warehouse_uuid",
      "exception_case.reason",
      "exception_case.assignee_uuid",
      "exception_case.resolution",
      "exception_case.opened_at",
      "exception_case.changed_at",
      "exception_case.resolved_at",
      "exception_case.closed_at",
      "exception_case.version",
    ])
    .select([
      sql<string>`coalesce(o.order_number, '')`.as("order_number"),
      sql<string>`coalesce(o.reference, '')`.as("reference"),
      sql<string>`coalesce(w.name, '')`.as("warehouse_name"),
      selectOwnerName("exception_case.owner_uuid").as("owner_name"),
      assignee.as("assignee"),
    ])
    .$castTo<O & Row>();
}

function toExceptionRow({ providerUuid, retailerUuid, userUuid }: Scope, row: Row): ExceptionRow {
  const isStaff = retailerUuid === null;
  const type = toWord(exceptionTypes, row.type, "short");
  return {
    exception_uuid: row.exception_uuid,
    exception_number: row.exception_number,
    type,
    status: toWord(exceptionStatuses, row.status, "open"),
    order_uuid: row.order_uuid,
    order_number: row.order_number,
    reference: row.reference,
    owner_uuid: row.owner_uuid,
    owner_name: row.owner_name,
    has_retailer: row.owner_uuid !== providerUuid && !isInsideWork(type),
    warehouse_uuid: row.warehouse_uuid,
    warehouse_name: row.warehouse_name,
    reason: row.reason,
    assignee: isStaff ? row.assignee : "",
    is_mine: isStaff && row.assignee_uuid !== null && row.assignee_uuid === userUuid,
    resolution: row.resolution === "" ? "" : toWord(resolutions, row.resolution, "other"),
    opened_at: formatMoment(row.opened_at),
    changed_at: formatMoment(row.changed_at),
    resolved_at: formatMoment(row.resolved_at),
    closed_at: formatMoment(row.closed_at),
    version: row.version,
  };
}

/** Sorts after every character of a number. */
const pastAll = "\u007f";

/** Returns a page of the exceptions that the caller may see. */
export function listExceptionRows(
  scope: Scope & Pick<OrderScope, "now">,
  { search, status, type, to_do, is_mine, order_uuid, owner_uuid, warehouse_uuid, sort, ...page }: ParsedInputOf<typeof listExceptions>,
): Promise<Result<Page<ExceptionRow>, "parameterError">> {
  const { tx, providerUuid, retailerUuid, userUuid } = scope;
  const number = search.toUpperCase();
  const statuses = to_do === undefined ? status : exceptionToDos[to_do].filter((one) => status.length === 0 || status.includes(one));
  const base = selectExceptions(scope)
    .$if(to_do !== undefined || status.length > 0, (rows) =>
      rows.where(sql<SqlBool>`exception_case.status = any (${[...statuses]}::text[])`),
    )
    .$if(to_do === "old", (rows) => rows.where("exception_case.opened_at", "<=", new Date(scope.now.getTime() - oldExceptionMs)))
    .$if(type.length > 0, (rows) => rows.where("exception_case.type", "in", type))
    .$if(is_mine === true, (rows) => rows.where("exception_case.assignee_uuid", "=", userUuid ?? ""))
    .$if(is_mine === false, (rows) => rows.where(sql<SqlBool>`exception_case.assignee_uuid is distinct from ${userUuid}::uuid`))
    .$if(order_uuid !== undefined, (rows) => rows.where("exception_case.order_uuid", "=", order_uuid ?? ""))
    .$if(owner_uuid !== undefined, (rows) => rows.where("exception_case.owner_uuid", "=", owner_uuid ?? ""))
    .$if(warehouse_uuid !== undefined, (rows) => rows.where("exception_case.warehouse_uuid", "=", warehouse_uuid ?? ""))
    .$if(search !== "", (rows) =>
      rows.where(sql<SqlBool>`((exception_case.exception_number >= ${number} and exception_case.exception_number < ${number + pastAll})
        or exception_case.order_uuid in (select n.order_uuid from sales_order n where n.provider_uuid = ${providerUuid}
          and (n.order_number = ${number} or (n.reference_key = ${search.toLowerCase()} and n.reference <> ''))))`),
    );
  return listPage(
    tx,
    {
      name: `exceptions.list-exceptions ${sort}`,
      table: "exception_case",
      base,
      keys: [{ column: sql.ref("exception_case.exception_uuid"), type: "uuid", direction: sort === "opened" ? "asc" : "desc" }],
      select: (rows) =>
        retailerUuid === null
          ? selectRow(limitFirst(tx, "exception_case", rows, ["assignee_uuid"]), selectName("exception_case.assignee_uuid"))
          : selectRow(limitFirst(tx, "exception_case", rows), sql`''`),
      show: (row) => toExceptionRow(scope, row),
    },
    page,
  );
}

interface StoredPieces {
  sku: string;
  title: string;
  location: string;
  quantity: number;
  reason: string;
}

/** An event as JSON has it. */
interface StoredEvent {
  event_uuid: string;
  event: string;
  from_status: string;
  to_status: string;
  at: string;
  by_retailer: boolean;
  is_internal: boolean;
  message: string;
  user_uuid: string | null;
  username: string;
  pieces: StoredPieces | null;
}

/** SQL for the newest events of `exception_case` as JSON, the newest first. The statement has the names of people. */
function selectEvents({ retailerUuid }: Scope): RawBuilder<StoredEvent[]> {
  const shown = retailerUuid === null ? sql`` : sql`and not e.is_internal`;
  return sql`coalesce((select json_agg(e) from (
    select e.event_uuid, e.event, e.from_status, e.to_status, e.at, e.by_retailer, e.is_internal, e.message, e.user_uuid, ${selectName("e.user_uuid")} as username,
      case when e.detail <> '{}' then (select json_build_object('sku', coalesce(v.sku, ''), 'title', coalesce(v.title, ''),
          'location', coalesce(l.barcode, ''), 'quantity', d.quantity, 'reason', d.reason)
        from jsonb_to_record(e.detail) as d (variant_uuid uuid, location_uuid uuid, quantity integer, reason text)
          left join variant v on v.provider_uuid = e.provider_uuid and v.variant_uuid = d.variant_uuid
          left join location l on l.provider_uuid = e.provider_uuid and l.location_uuid = d.location_uuid) end as pieces
    from exception_event e where e.provider_uuid = exception_case.provider_uuid and e.exception_uuid = exception_case.exception_uuid ${shown}
    order by e.event_uuid desc limit ${sql.lit(mostExceptionEvents)}) as e), '[]')`;
}

function toEvent(
  { at, event, from_status, to_status, by_retailer, user_uuid, pieces, ...row }: StoredEvent,
  isStaff: boolean,
): ExceptionEventRow {
  return {
    event_uuid: row.event_uuid,
    event: toWord(["open", "repeat", "assign", "note", "ask", "recall", "answer", "resolve", "close", "reopen"], event, "open"),
    from_status: from_status === "" ? "" : toWord(exceptionStatuses, from_status, "open"),
    to_status: to_status === "" ? "" : toWord(exceptionStatuses, to_status, "open"),
    at: new Date(at).toISOString(),
    username: row.username,
    by: by_retailer ? "retailer" : user_uuid === null ? "system" : "staff",
    is_internal: row.is_internal,
    message: row.message,
    pieces: pieces === null ? null : toPieces(pieces, isStaff),
  };
}

function toPieces({ location, reason, ...pieces }: StoredPieces, isStaff: boolean): ExceptionPieces {
  return {
    ...pieces,
    // Where goods are stored concerns the warehouse alone.
    location: isStaff ? location : "",
    reason: shortReasons.find((one) => one === reason) ?? "",
  };
}

/** What an exception's page shows of its order, as JSON has it. */
type OrderPart = Pick<ExceptionDetail, "lines" | "substitute">;

const linesOfOrder = sql<
  OrderPart["lines"]
>`coalesce((select json_agg(json_build_object('line_uuid', l.line_uuid, 'sku', l.sku, 'title', l.title, 'quantity', l.quantity,
    'is_reserved', exists (select from order_demand d where d.provider_uuid = l.provider_uuid and d.order_uuid = l.order_uuid
      and d.line_uuid = l.line_uuid and d.is_reserved)) order by l.line_number)
  from order_line l where l.provider_uuid = exception_case.provider_uuid and l.order_uuid = exception_case.order_uuid), '[]')`;
const substituteOfCase = sql<OrderPart["substitute"]>`case when exception_case.consent <> '' then (
  select json_build_object('line_uuid', exception_case.proposed_line_uuid, 'variant_uuid', exception_case.proposed_variant_uuid, 'sku', coalesce(l.sku, ''),
    'new_sku', exception_case.proposed_sku, 'new_title', exception_case.proposed_title, 'quantity', coalesce(l.quantity, 0), 'consent', exception_case.consent)
  from (select) one left join order_line l on l.provider_uuid = exception_case.provider_uuid and l.order_uuid = exception_case.order_uuid
    and l.line_uuid = exception_case.proposed_line_uuid) end`;

/** Returns an exception with its order's lines and its newest events; null if the caller may not see it. */
export async function findException(scope: Scope, exceptionUuid: string): Promise<ExceptionDetail | null> {
  const { tx, providerUuid, retailerUuid } = scope;
  const people = sql`select assignee_uuid from exception_case
    where provider_uuid = ${providerUuid} and exception_uuid = ${exceptionUuid} and assignee_uuid is not null
    union all select user_uuid from exception_event where provider_uuid = ${providerUuid} and exception_uuid = ${exceptionUuid} and user_uuid is not null`;
  const found = selectExceptions({ tx: withNames(tx, people), providerUuid, retailerUuid }).where(
    "exception_case.exception_uuid",
    "=",
    exceptionUuid,
  );
  const row = await selectRow(found, selectName("exception_case.assignee_uuid"))
    .leftJoin("order_recipient as r", (join) =>
      join.onRef("r.provider_uuid", "=", "o.provider_uuid").onRef("r.order_uuid", "=", "o.order_uuid"),
    )
    .select(["o.status as order_status", "o.holds as order_holds", "o.country"])
    .select(sql<boolean>`coalesce(o.fulfilment_status <> 'unfulfilled', false)`.as("has_left"))
    .select((eb) =>
      (["consignee", "phone", "mobile", "email", "address", "city", "state", "zip"] as const).map((part) =>
        eb.fn.coalesce(`r.${part}`, sql<string>`''`).as(part),
      ),
    )
    .select([linesOfOrder.as("lines"), substituteOfCase.as("substitute"), selectEvents(scope).as("events")])
    .executeTakeFirst();
  if (row === undefined) return null;
  const {
    order_status,
    order_holds,
    has_left,
    country,
    lines,
    substitute,
    events,
    consignee,
    phone,
    mobile,
    email,
    address,
    city,
    state,
    zip,
  } = row;
  return {
    ...toExceptionRow(scope, row),
    order_status: order_status === null ? null : toWord(orderStatuses, order_status, "draft"),
    order_holds: holdKinds.filter((hold) => order_holds?.includes(hold) === true),
    has_left,
    country: country ?? "",
    // Whoever works on the address needs it, and nobody else does.
    recipient: row.type === "address" ? { consignee, phone, mobile, email, address, city, state, zip } : null,
    lines,
    substitute,
    events: events.map((event) => toEvent(event, retailerUuid === null)),
  };
}

/** Lists the staff who may work on an exception, by name; null if the caller may not see it. */
export async function listWorkers(
  { tx, providerUuid }: Scope,
  exceptionUuid: string,
): Promise<{ user_uuid: string; name: string }[] | null> {
  const { rows } = await sql<{ user_uuid: string | null; name: string }>`
    select s.user_uuid, s.name from exception_case c left join lateral staff_with_permission('exceptions', c.warehouse_uuid) s on true
    where c.provider_uuid = ${providerUuid} and c.exception_uuid = ${exceptionUuid}`.execute(tx);
  if (rows.length === 0) return null;
  // One row without a person: there is nobody.
  return rows.flatMap(({ user_uuid, name }) => (user_uuid === null ? [] : [{ user_uuid, name }]));
}
