import { sql } from "kysely";
import { demoWords } from "./demo-names.ts";
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

/** A location that returned goods are put into, whatever else it holds. */
async function findShelf({ tx, providerUuid }: OrderScope): Promise<string> {
  const { rows } = await sql<{ barcode: string }>`
    select barcode from location where provider_uuid = ${providerUuid} and type = 'pick' order by pick_sequence desc limit 1`.execute(tx);
  return rows[0]?.barcode ?? "";
}

/** What becomes of the pieces of a return whose owner decides: how they are, and what is decided. */
const decisions = {
  restocked: { isDamaged: false, good_decision: "restock", damaged_decision: "scrap" },
  scrapped: { isDamaged: true, good_decision: "restock", damaged_decision: "scrap" },
  sentBack: { isDamaged: false, good_decision: "send_back", damaged_decision: "send_back" },
} as const;
type Decision = (typeof decisions)[keyof typeof decisions];

/**
 * Gives the demo returns of its shop in every state: expected, arrived, inspected, decided, restocked, scrapped and sent back, and a parcel of nobody. Another
 * order that was shipped can still be announced.
 * @param scope acts for the provider
 */
export async function seedDemoReturns(scope: OrderScope, retailerUuid: string, operatorUuid: string): Promise<void> {
  const orders = await listShipped(scope, retailerUuid, 8);
  const operator: OrderScope = { ...scope, userUuid: operatorUuid, role: "operator" };
  // Its user is not known here, so the shop's events have no user.
  const shop: OrderScope = { ...scope, retailerUuid, userUuid: null, role: "dropShipper" };
  const [, expected, arrived, inspected, decided, restocked, scrapped, sentBack] = orders;
  const reasons = { reason: "not_wanted", remark: demoWords.tooSmall, tracking_number: "" } as const;
  const announceOne = ({ order_uuid }: DemoOrder): Promise<string> => demand(announce(shop, { order_uuid, lines: [], ...reasons }));
  const inspectAll = async (order: DemoOrder, is_damaged = false): Promise<string> => {
    const return_uuid = await announceOne(order);
    await demand(arrive(operator, { return_uuid }));
    await demand(inspect(operator, { return_uuid, code: order.sku, lot: "", is_damaged, quantity: order.pieces }));
    const { rows } = await sql<{ version: number }>`select version from return_order
      where provider_uuid = ${scope.providerUuid} and return_uuid = ${return_uuid}`.execute(scope.tx);
    await demand(finish(operator, { return_uuid, version: rows[0]?.version ?? 1 }));
    return return_uuid;
  };
  const decideAll = async (order: DemoOrder, { isDamaged, ...decided_as }: Decision): Promise<string> => {
    const return_uuid = await inspectAll(order, isDamaged);
    const refusal = await decideWhole(shop, return_uuid, { return_uuids: [return_uuid], ...decided_as });
    if (refusal !== null) throw new Error(`demo: a decision was refused: ${refusal}`);
    return return_uuid;
  };
  const end = async (order: DemoOrder, as: Decision): Promise<void> => {
    const return_uuid = await decideAll(order, as);
    const { rows } = await sql<{ line_uuid: string }>`select line_uuid from return_line
      where provider_uuid = ${scope.providerUuid} and return_uuid = ${return_uuid}`.execute(scope.tx);
    for (const { line_uuid } of rows)
      if (as === decisions.restocked)
        await demand(restock(operator, { return_uuid, line_uuid, location: await findShelf(scope), confirm: true }));
      else await demand(dispose(operator, { return_uuid, line_uuid, is_damaged: as.isDamaged }));
  };
  if (!expected || !arrived || !inspected || !decided || !restocked || !scrapped || !sentBack)
    throw new Error("demo: too few orders of the shop were shipped");
  await announceOne(expected);
  await demand(arrive(operator, { return_uuid: await announceOne(arrived) }));
  await inspectAll(inspected);
  await decideAll(decided, decisions.scrapped);
  await end(restocked, decisions.restocked);
  await end(scrapped, decisions.scrapped);
  await end(sentBack, decisions.sentBack);
  const { warehouse_uuid } = decided;
  await demand(receive(operator, { warehouse_uuid, tracking_number: "RB123456785CN", remark: demoWords.senderUnknown }));
}
