import { sql } from "kysely";
import type { OrderScope } from "./outbound/orders/order-scope.ts";
import { announce, receive } from "./outbound/returns/announce-return.commands.ts";
import { arrive } from "./outbound/returns/arrive-return.commands.ts";
import { decideWhole } from "./outbound/returns/decide-return.commands.ts";
import { finish, inspect } from "./outbound/returns/inspect-return.commands.ts";
import { postMovements } from "./warehouse/stock/ledger.commands.ts";

interface DemoOrder {
  readonly order_uuid: string;
  readonly owner_uuid: string;
  readonly warehouse_uuid: string;
  readonly sku: string;
  readonly pieces: number;
}

/** Takes a command's answer, or throws its refusal: the demo is then not created at all. */
async function demand<T>(result: Promise<{ ok: true; value: T } | { ok: false; problem: string }>): Promise<T> {
  const done = await result;
  if (!done.ok) throw new Error(`demo: a return was refused: ${done.problem}`);
  return done.value;
}

/**
 * Finds orders of a retailer whose goods are its own, and that stand at a shelf.
 * @param count how many
 */
async function findOrders({ tx, providerUuid }: OrderScope, retailerUuid: string, count: number): Promise<DemoOrder[]> {
  const { rows } = await sql<DemoOrder>`
    select o.order_uuid, o.owner_uuid, o.warehouse_uuid, min(l.sku) as sku, sum(l.quantity)::integer as pieces from sales_order o
      join order_line l on l.provider_uuid = o.provider_uuid and l.order_uuid = o.order_uuid and l.stock_owner_uuid = o.owner_uuid
    where o.provider_uuid = ${providerUuid} and o.owner_uuid = ${retailerUuid} and o.status = 'allocated' and o.kind = 'one_piece' and o.line_count = 1
      and o.holds = '{}'
    group by o.order_uuid, o.owner_uuid, o.warehouse_uuid order by o.order_uuid limit ${count}`.execute(tx);
  return rows;
}

/** For the demo alone, in place of the whole way to the carrier: an order's goods leave its shelf, and it is shipped. */
async function shipDemoOrder(
  { tx, providerUuid, userUuid, now }: OrderScope,
  { order_uuid, owner_uuid, warehouse_uuid }: DemoOrder,
): Promise<void> {
  const { rows } = await sql<{
    reservation_uuid: string;
    variant_uuid: string;
    location_uuid: string;
    stock_owner: string;
    lot: string;
    quantity: number;
  }>`
    update reservation set status = 'shipped', ended_at = ${now}
    where provider_uuid = ${providerUuid} and source_type = 'order' and source_uuid = ${order_uuid} and status = 'open'
    returning reservation_uuid, variant_uuid, location_uuid, owner_uuid as stock_owner, lot, quantity`.execute(tx);
  const posted = await postMovements(
    tx,
    { providerUuid, userUuid, now },
    rows.map(({ reservation_uuid, variant_uuid, location_uuid, stock_owner, lot, quantity }) => ({
      source: { type: "shipment", uuid: reservation_uuid, line: 1 },
      variantUuid: variant_uuid,
      ownerUuid: stock_owner,
      ...(stock_owner === owner_uuid ? {} : { forRetailerUuid: owner_uuid }),
      warehouseUuid: warehouse_uuid,
      lot,
      quantity,
      from: { place: "location", locationUuid: location_uuid, condition: "good" },
      to: { place: "shipment", condition: "good" },
    })),
  );
  if (!posted.ok) throw new Error(`demo: an order could not be shipped: ${posted.problem}`);
  await sql`update sales_order set status = 'shipped', fulfilment_status = 'fulfilled', shipped_at = ${now}, version = version + 1
    where provider_uuid = ${providerUuid} and order_uuid = ${order_uuid}`.execute(tx);
}

/**
 * Gives the demo returns of its shop in several states: expected, arrived, inspected, decided, and a parcel of nobody.
 * @param scope acts for the provider
 */
export async function seedDemoReturns(scope: OrderScope, retailerUuid: string, operatorUuid: string): Promise<void> {
  const orders = await findOrders(scope, retailerUuid, 5);
  for (const order of orders) await shipDemoOrder(scope, order);
  const operator: OrderScope = { ...scope, userUuid: operatorUuid, role: "operator" };
  // Its user is not known here, so the shop's events have no user.
  const shop: OrderScope = { ...scope, retailerUuid, userUuid: null, role: "dropShipper" };
  const [, expected, arrived, inspected, decided] = orders;
  const reasons = { reason: "not_wanted", remark: "Too small", tracking_number: "" } as const;
  const announceOne = ({ order_uuid }: DemoOrder): Promise<string> => demand(announce(shop, { order_uuid, lines: [], ...reasons }));
  const inspectAll = async (order: DemoOrder): Promise<string> => {
    const return_uuid = await announceOne(order);
    await demand(arrive(operator, { return_uuid }));
    await demand(inspect(operator, { return_uuid, code: order.sku, lot: "", is_damaged: order === decided, quantity: order.pieces }));
    const { rows } = await sql<{ version: number }>`select version from return_order
      where provider_uuid = ${scope.providerUuid} and return_uuid = ${return_uuid}`.execute(scope.tx);
    await demand(finish(operator, { return_uuid, version: rows[0]?.version ?? 1 }));
    return return_uuid;
  };
  if (expected !== undefined) await announceOne(expected);
  if (arrived !== undefined) await demand(arrive(operator, { return_uuid: await announceOne(arrived) }));
  if (inspected !== undefined) await inspectAll(inspected);
  if (decided !== undefined) {
    const return_uuid = await inspectAll(decided);
    const refusal = await decideWhole(shop, return_uuid, {
      return_uuids: [return_uuid],
      good_decision: "restock",
      damaged_decision: "scrap",
    });
    if (refusal !== null) throw new Error(`demo: a decision was refused: ${refusal}`);
  }
  const warehouse_uuid = orders[0]?.warehouse_uuid;
  if (warehouse_uuid !== undefined)
    await demand(receive(operator, { warehouse_uuid, tracking_number: "RB123456785CN", remark: "The sender's name is torn off" }));
}
