import { sql } from "kysely";
import type { Estimate, OrderDetail, OrderEventRow, OrderLine } from "#src/outbound/orders/orders.contract.ts";
import { orderEvents, orderStatuses } from "#src/outbound/orders/orders.machine.ts";
import { codTypes, holdKinds, maskText, mostEvents } from "#src/outbound/orders/orders.rules.ts";
import { selectName, withNames } from "#server/platform/db/limit-first.ts";
import { selectMainImage } from "#server/warehouse/goods/variants.queries.ts";
import { orderSource } from "./allocate.commands.ts";
import { findOrderRow, selectOrders } from "./orders.queries.ts";
import type { OrderScope } from "./order-scope.ts";

/** Narrows a column's value to the words that its constraint allows. */
function toWord<W extends string>(words: readonly W[], given: string): W | null {
  return words.find((one) => one === given) ?? null;
}

async function listLines({ tx, providerUuid }: OrderScope, orderUuid: string): Promise<OrderLine[]> {
  const { rows } = await sql<OrderLine>`
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
    where l.provider_uuid = ${providerUuid} and l.order_uuid = ${orderUuid} order by l.line_number`.execute(tx);
  return rows;
}

async function listReservations({ tx, providerUuid, retailerUuid }: OrderScope, orderUuid: string): Promise<OrderDetail["reservations"]> {
  if (retailerUuid !== null) return [];
  const { rows } = await sql<OrderDetail["reservations"][number]>`
    select l.line_number, v.sku, loc.barcode as location, r.lot, r.quantity
    from reservation r
      join order_demand d on d.provider_uuid = r.provider_uuid and d.order_uuid = r.source_uuid and d.demand_number = r.source_line
      join order_line l on l.provider_uuid = d.provider_uuid and l.order_uuid = d.order_uuid and l.line_uuid = d.line_uuid
      join variant v on v.provider_uuid = r.provider_uuid and v.variant_uuid = r.variant_uuid
      join location loc on loc.provider_uuid = r.provider_uuid and loc.location_uuid = r.location_uuid
    where r.provider_uuid = ${providerUuid} and r.source_type = ${orderSource} and r.source_uuid = ${orderUuid} and r.status = 'open'
    order by l.line_number, loc.pick_sequence, loc.barcode limit 1000`.execute(tx);
  return rows;
}

async function listEvents({ tx, providerUuid }: OrderScope, orderUuid: string): Promise<OrderEventRow[]> {
  const people = sql`select user_uuid from order_event where provider_uuid = ${providerUuid} and order_uuid = ${orderUuid} and user_uuid is not null`;
  const rows = await withNames(tx, people)
    .selectFrom("order_event as e")
    .select(["e.event_uuid", "e.event", "e.from_status", "e.to_status", "e.at", selectName("e.user_uuid").as("username")])
    .select([sql<string>`coalesce(e.detail ->> 'reason', '')`.as("reason"), sql<string>`coalesce(e.detail ->> 'hold', '')`.as("hold")])
    .where("e.provider_uuid", "=", providerUuid)
    .where("e.order_uuid", "=", orderUuid)
    .orderBy("e.event_uuid", "desc")
    .limit(mostEvents)
    .execute();
  return rows.map(({ at, event, from_status, to_status, hold, ...row }) => ({
    ...row,
    event: toWord(orderEvents, event) ?? "create",
    from_status: toWord(orderStatuses, from_status) ?? "",
    to_status: toWord(orderStatuses, to_status) ?? "",
    hold: toWord(holdKinds, hold) ?? "",
    at: at.toISOString(),
  }));
}

/** Reads what an order's page shows besides its row. */
async function readRest(scope: OrderScope, orderUuid: string) {
  return (
    selectOrders(scope)
      .leftJoin("order_recipient as r", (join) =>
        join.onRef("r.provider_uuid", "=", "sales_order.provider_uuid").onRef("r.order_uuid", "=", "sales_order.order_uuid"),
      )
      // Only staff see waves.
      .leftJoin("wave as w", (join) =>
        join.onRef("w.provider_uuid", "=", "sales_order.provider_uuid").onRef("w.wave_uuid", "=", "sales_order.wave_uuid"),
      )
      .select(["w.wave_uuid", "w.wave_number"])
      .select(["cod_type", "cod_cents", "cod_currency", "ioss_number", "vat_number", "weight_grams", "length_mm", "width_mm", "height_mm"])
      .select(["remark", "split_from_uuid", "merged_into_uuid", "estimate"])
      .select((eb) =>
        (["consignee", "phone", "mobile", "email", "address", "city", "state", "zip", "id_number"] as const).map((part) =>
          eb.fn.coalesce(`r.${part}`, sql<string>`''`).as(part),
        ),
      )
      .where("sales_order.order_uuid", "=", orderUuid)
      .executeTakeFirst()
  );
}

function toEstimate(stored: unknown): Estimate | null {
  if (typeof stored !== "object" || stored === null || !("currency" in stored)) return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only submitting stores it, from the type itself
  return stored as Estimate;
}

/** Returns an order with its recipient, lines, reservations and history; null if the caller may not see it. */
export async function findOrderDetail(scope: OrderScope, orderUuid: string): Promise<OrderDetail | null> {
  const [row, rest, lines, reservations, events] = await Promise.all([
    findOrderRow(scope, orderUuid),
    readRest(scope, orderUuid),
    listLines(scope, orderUuid),
    listReservations(scope, orderUuid),
    listEvents(scope, orderUuid),
  ]);
  if (row === null || rest === undefined) return null;
  const { consignee, phone, mobile, email, address, city, state, zip, id_number, estimate, cod_type, wave_uuid, wave_number, ...more } =
    rest;
  const shown = (text: string) => (scope.seesRecipients ? text : maskText(text));
  return {
    ...row,
    ...more,
    recipient: {
      consignee: shown(consignee),
      phone: shown(phone),
      mobile: shown(mobile),
      email: shown(email),
      address: shown(address),
      city,
      state,
      zip: shown(zip),
      id_number: shown(id_number),
    },
    wave: wave_uuid === null || wave_number === null ? null : { wave_uuid, wave_number },
    cod_type: toWord(codTypes, cod_type) ?? "none",
    lines,
    reservations,
    estimate: toEstimate(estimate),
    events,
  };
}
