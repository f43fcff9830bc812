import { sql } from "kysely";
import type { Estimate, OrderDetail, OrderEventRow, OrderLine } from "#src/outbound/orders/orders.contract.ts";
import { orderEvents, orderStatuses } from "#src/outbound/orders/orders.machine.ts";
import { codTypes, holdKinds, maskText, mostEvents } from "#src/outbound/orders/orders.rules.ts";
import { waveKinds } from "#src/warehouse/warehouses/warehouse-settings.contract.ts";
import { selectName, withNames } from "#server/platform/db/limit-first.ts";
import { selectMainImage } from "#server/warehouse/goods/variants.queries.ts";
import { orderSource } from "./allocate.commands.ts";
import { readOrderCharges } from "./order-charges.queries.ts";
import { selectOrderRow, selectOrders, toOrderRow } from "./orders.queries.ts";
import type { OrderScope } from "./order-scope.ts";

/** Narrows a column's value to the words that its constraint allows. */
function toWord<W extends string>(words: readonly W[], given: string): W | null {
  return words.find((one) => one === given) ?? null;
}

/** SQL for an order's lines as JSON. */
const linesOfOrder = sql<OrderLine[]>`coalesce((select json_agg(line) from (
    select l.line_uuid, l.line_number, l.variant_uuid, l.sku, l.title, coalesce(v.title, '') as variant_title,
      coalesce(${selectMainImage("p")}, '') as main_image, coalesce(v.is_bundle, false) as is_bundle, l.claim_uuid is not null as is_claimed, l.quantity,
      exists (select from order_demand d where d.provider_uuid = l.provider_uuid and d.order_uuid = l.order_uuid and d.line_uuid = l.line_uuid
        and d.is_reserved) as is_reserved,
      l.unit_price_cents, l.agreed_price_cents, l.agreed_currency, l.declared_name, l.declared_name_zh, l.hs_code, l.origin_country,
      l.declared_value_cents, l.declared_currency
    from order_line l
      -- A retailer does not see the product of an item that it claimed.
      left join variant v on v.provider_uuid = l.provider_uuid and v.variant_uuid = l.variant_uuid
      left join product p on p.provider_uuid = v.provider_uuid and p.product_uuid = v.product_uuid
    where l.provider_uuid = sales_order.provider_uuid and l.order_uuid = sales_order.order_uuid order by l.line_number
  ) as line), '[]')`;

/** SQL for where an order's pieces are reserved, as JSON; for staff. */
const reservationsOfOrder = sql<OrderDetail["reservations"]>`coalesce((select json_agg(reserved) from (
    select l.line_number, v.sku, loc.barcode as location, r.lot, r.quantity
    from reservation r
      join order_demand d on d.provider_uuid = r.provider_uuid and d.order_uuid = r.source_uuid and d.demand_number = r.source_line
      join order_line l on l.provider_uuid = d.provider_uuid and l.order_uuid = d.order_uuid and l.line_uuid = d.line_uuid
      join variant v on v.provider_uuid = r.provider_uuid and v.variant_uuid = r.variant_uuid
      join location loc on loc.provider_uuid = r.provider_uuid and loc.location_uuid = r.location_uuid
    where r.provider_uuid = sales_order.provider_uuid and r.source_type = ${sql.lit(orderSource)} and r.source_uuid = sales_order.order_uuid and r.status = 'open'
    order by l.line_number, loc.pick_sequence, loc.barcode limit 1000
  ) as reserved), '[]')`;

/** An event as JSON has it. */
type StoredEvent = Readonly<
  Record<"event_uuid" | "event" | "from_status" | "to_status" | "at" | "username" | "reason" | "hold", string>
> & {
  readonly until: string | null;
};

/** SQL for an order's newest events as JSON. The statement has the names of people. */
const eventsOfOrder = sql<StoredEvent[]>`coalesce((select json_agg(e) from (
    select e.event_uuid, e.event, e.from_status, e.to_status, e.at, ${selectName("e.user_uuid")} as username, coalesce(e.detail ->> 'reason', '') as reason, coalesce(e.detail ->> 'hold', '') as hold,
      e.detail ->> 'until' as until
    from order_event e where e.provider_uuid = sales_order.provider_uuid and e.order_uuid = sales_order.order_uuid
    order by e.event_uuid desc limit ${sql.lit(mostEvents)}
  ) as e), '[]')`;

function toEvent({ at, event, from_status, to_status, hold, ...row }: StoredEvent): OrderEventRow {
  return {
    ...row,
    event: toWord(orderEvents, event) ?? "create",
    from_status: toWord(orderStatuses, from_status) ?? "",
    to_status: toWord(orderStatuses, to_status) ?? "",
    hold: toWord(holdKinds, hold) ?? "",
    at: new Date(at).toISOString(),
  };
}

const detailColumns = (
  [
    ...([
      "cod_type",
      "cod_cents",
      "cod_currency",
      "ioss_number",
      "vat_number",
      "weight_grams",
      "length_mm",
      "width_mm",
      "height_mm",
    ] as const),
    ...(["remark", "split_from_uuid", "merged_into_uuid", "estimate"] as const),
  ] as const
).map((column) => `sales_order.${column}` as const);

/** Reads an order with all that its page shows, in one statement. */
async function readOrder({ tx, providerUuid, retailerUuid }: OrderScope, orderUuid: string) {
  const people = sql`select user_uuid from order_event where provider_uuid = ${providerUuid} and order_uuid = ${orderUuid} and user_uuid is not null`;
  const orders = selectOrders({ tx: withNames(tx, people), providerUuid, retailerUuid });
  return (
    selectOrderRow(orders.where("sales_order.order_uuid", "=", orderUuid))
      // Only staff see waves.
      .leftJoin("wave as v", (join) =>
        join.onRef("v.provider_uuid", "=", "sales_order.provider_uuid").onRef("v.wave_uuid", "=", "sales_order.wave_uuid"),
      )
      .select(["v.wave_uuid", "v.wave_number", "v.kind as wave_kind"])
      .select(detailColumns)
      .select((eb) =>
        (["phone", "mobile", "email", "address", "state", "zip", "id_number"] as const).map((part) =>
          eb.fn.coalesce(`r.${part}`, sql<string>`''`).as(part),
        ),
      )
      .select([linesOfOrder.as("lines"), eventsOfOrder.as("events")])
      .select((retailerUuid === null ? reservationsOfOrder : sql<OrderDetail["reservations"]>`'[]'::json`).as("reservations"))
      .executeTakeFirst()
  );
}

function toEstimate(stored: unknown): Estimate | null {
  if (typeof stored !== "object" || stored === null || !("currency" in stored)) return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only submitting stores it, from the type itself; those of before have no parcels
  const { parcels = [], ...of } = stored as Omit<Estimate, "parcels"> & Partial<Pick<Estimate, "parcels">>;
  return { ...of, parcels };
}

/** Returns an order with its recipient, lines, reservations and history; null if the caller may not see it. */
export async function findOrderDetail(scope: OrderScope, orderUuid: string): Promise<OrderDetail | null> {
  const found = await readOrder(scope, orderUuid);
  if (found === undefined) return null;
  const { phone, mobile, email, address, state, zip, id_number, estimate, cod_type, wave_uuid, wave_number, wave_kind, events, ...row } =
    found;
  const [orderRow, stored] = [toOrderRow(scope, row), toEstimate(estimate)];
  const waveKind = toWord(waveKinds, wave_kind ?? "");
  const shown = (text: string) => (scope.seesRecipients ? text : maskText(text));
  return {
    ...row,
    ...orderRow,
    recipient: {
      consignee: shown(row.consignee),
      phone: shown(phone),
      mobile: shown(mobile),
      email: shown(email),
      address: shown(address),
      city: row.city,
      state,
      zip: shown(zip),
      id_number: shown(id_number),
    },
    wave: wave_uuid === null || wave_number === null || waveKind === null ? null : { wave_uuid, wave_number, kind: waveKind },
    cod_type: toWord(codTypes, cod_type) ?? "none",
    estimate: stored,
    ...(await readOrderCharges(scope, orderRow, stored)),
    events: events.map(toEvent),
  };
}
