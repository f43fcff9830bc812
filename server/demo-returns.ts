import { sql } from "kysely";
import type { OrderScope } from "./outbound/orders/order-scope.ts";
import { announce, receive } from "./outbound/returns/announce-return.commands.ts";
import { arrive } from "./outbound/returns/arrive-return.commands.ts";
import { dispose, restock } from "./outbound/returns/carry-out.commands.ts";
import { decideWhole } from "./outbound/returns/decide-return.commands.ts";
import { finish, inspect } from "./outbound/returns/inspect-return.commands.ts";

interface DemoOrder {
  readonly order_uuid: string;
  readonly warehouse_uuid: string;
  readonly sku: string;
  readonly variant_uuid: string;
  readonly stock_owner_uuid: string;
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
    select o.order_uuid, o.warehouse_uuid, l.sku, l.variant_uuid, l.stock_owner_uuid from sales_order o
      join order_line l on l.provider_uuid = o.provider_uuid and l.order_uuid = o.order_uuid
    where o.provider_uuid = ${providerUuid} and o.owner_uuid = ${retailerUuid} and o.status = 'shipped' and o.line_count = 1
    order by o.order_uuid limit ${count}`.execute(tx);
  return rows;
}

/** A location that returned goods are put into, whatever else it holds. */
async function findShelf({ tx, providerUuid }: OrderScope): Promise<string> {
  const { rows } = await sql<{ barcode: string }>`
    select barcode from location where provider_uuid = ${providerUuid} and type = 'pick' order by pick_sequence desc limit 1`.execute(tx);
  return rows[0]?.barcode ?? "";
}

/** What its owner decides about a piece: how it is, and what becomes of it. */
const decisions = {
  restocked: { isDamaged: false, decision: "restock" },
  scrapped: { isDamaged: true, decision: "scrap" },
  sentBack: { isDamaged: false, decision: "send_back" },
} as const;

/**
 * Gives the demo returns of its shop in every state, of one piece each: expected, arrived, inspected, decided, restocked, scrapped and sent back; and a parcel
 * of nobody.
 * @param scope acts for the provider
 */
export async function seedDemoReturns(scope: OrderScope, retailerUuid: string, operatorUuid: string): Promise<void> {
  const orders = await listShipped(scope, retailerUuid, 5);
  const operator: OrderScope = { ...scope, userUuid: operatorUuid, role: "operator" };
  // Its user is not known here, so the shop's events have no user.
  const shop: OrderScope = { ...scope, retailerUuid, userUuid: null, role: "dropShipper" };
  const [, first, second, third, fourth] = orders;
  if (first === undefined || second === undefined || third === undefined || fourth === undefined)
    throw new Error("demo: too few orders of the shop were shipped");
  const reasons = { reason: "not_wanted", remark: "Too small", tracking_number: "" } as const;
  const announceOne = ({ order_uuid, variant_uuid, stock_owner_uuid }: DemoOrder): Promise<string> =>
    demand(announce(shop, { order_uuid, lines: [{ variant_uuid, stock_owner_uuid, quantity: 1 }], ...reasons }));
  const inspectOne = async (order: DemoOrder, is_damaged = false): Promise<string> => {
    const return_uuid = await announceOne(order);
    await demand(arrive(operator, { return_uuid }));
    await demand(inspect(operator, { return_uuid, code: order.sku, lot: "", is_damaged, quantity: 1 }));
    const { rows } = await sql<{ version: number }>`select version from return_order
      where provider_uuid = ${scope.providerUuid} and return_uuid = ${return_uuid}`.execute(scope.tx);
    await demand(finish(operator, { return_uuid, version: rows[0]?.version ?? 1 }));
    return return_uuid;
  };
  const decideOne = async (order: DemoOrder, { isDamaged, decision }: (typeof decisions)[keyof typeof decisions]): Promise<string> => {
    const return_uuid = await inspectOne(order, isDamaged);
    const refusal = await decideWhole(shop, return_uuid, {
      return_uuids: [return_uuid],
      good_decision: isDamaged ? "restock" : decision,
      damaged_decision: decision === "send_back" ? "send_back" : "scrap",
    });
    if (refusal !== null) throw new Error(`demo: a decision was refused: ${refusal}`);
    return return_uuid;
  };
  const endOne = async (order: DemoOrder, how: (typeof decisions)[keyof typeof decisions]): Promise<void> => {
    const return_uuid = await decideOne(order, how);
    const { rows } = await sql<{ line_uuid: string }>`select line_uuid from return_line
      where provider_uuid = ${scope.providerUuid} and return_uuid = ${return_uuid}`.execute(scope.tx);
    const line_uuid = rows[0]?.line_uuid ?? "";
    if (how.decision === "restock")
      await demand(restock(operator, { return_uuid, line_uuid, location: await findShelf(scope), confirm: true }));
    else await demand(dispose(operator, { return_uuid, line_uuid, is_damaged: how.isDamaged }));
  };
  await announceOne(first);
  await demand(arrive(operator, { return_uuid: await announceOne(second) }));
  await inspectOne(third);
  await decideOne(fourth, decisions.scrapped);
  await endOne(first, decisions.restocked);
  await endOne(second, decisions.scrapped);
  await endOne(third, decisions.sentBack);
  const { warehouse_uuid } = fourth;
  await demand(receive(operator, { warehouse_uuid, tracking_number: "RB123456785CN", remark: "The sender's name is torn off" }));
}
