import { sql } from "kysely";
import { demoWords } from "./demo-names.ts";
import type { OrderScope } from "./outbound/orders/order-scope.ts";
import { announce, receive } from "./outbound/returns/announce-return.commands.ts";
import { arrive } from "./outbound/returns/arrive-return.commands.ts";
import { decideWhole } from "./outbound/returns/decide-return.commands.ts";
import { finish, inspect } from "./outbound/returns/inspect-return.commands.ts";

interface DemoOrder {
  readonly order_uuid: string;
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

/** Lists orders of a retailer that were shipped and have not come back, the oldest first. */
async function listShipped({ tx, providerUuid }: OrderScope, retailerUuid: string, count: number): Promise<DemoOrder[]> {
  const { rows } = await sql<DemoOrder>`
    select o.order_uuid, o.warehouse_uuid, min(l.sku) as sku, sum(l.quantity)::integer as pieces from sales_order o
      join order_line l on l.provider_uuid = o.provider_uuid and l.order_uuid = o.order_uuid
    where o.provider_uuid = ${providerUuid} and o.owner_uuid = ${retailerUuid} and o.status = 'shipped' and o.line_count = 1
    group by o.order_uuid, o.warehouse_uuid order by o.order_uuid limit ${count}`.execute(tx);
  return rows;
}

/**
 * Gives the demo returns of its shop in several states: expected, arrived, inspected, decided, and a parcel of nobody.
 * @param scope acts for the provider
 */
export async function seedDemoReturns(scope: OrderScope, retailerUuid: string, operatorUuid: string): Promise<void> {
  const orders = await listShipped(scope, retailerUuid, 5);
  const operator: OrderScope = { ...scope, userUuid: operatorUuid, role: "operator" };
  // Its user is not known here, so the shop's events have no user.
  const shop: OrderScope = { ...scope, retailerUuid, userUuid: null, role: "dropShipper" };
  const [, expected, arrived, inspected, decided] = orders;
  const reasons = { reason: "not_wanted", remark: demoWords.tooSmall, tracking_number: "" } as const;
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
  if (expected === undefined || arrived === undefined || inspected === undefined || decided === undefined)
    throw new Error("demo: too few orders of the shop were shipped");
  await announceOne(expected);
  await demand(arrive(operator, { return_uuid: await announceOne(arrived) }));
  await inspectAll(inspected);
  const return_uuid = await inspectAll(decided);
  const refusal = await decideWhole(shop, return_uuid, {
    return_uuids: [return_uuid],
    good_decision: "restock",
    damaged_decision: "scrap",
  });
  if (refusal !== null) throw new Error(`demo: a decision was refused: ${refusal}`);
  const { warehouse_uuid } = decided;
  await demand(receive(operator, { warehouse_uuid, tracking_number: "RB123456785CN", remark: demoWords.senderUnknown }));
}
