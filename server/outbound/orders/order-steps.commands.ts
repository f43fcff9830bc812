import { sql } from "kysely";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { Texts } from "#src/kit/api/texts.ts";
import type { RefusedRow } from "#src/kit/api/batch.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { canDo, getNextStatus } from "#src/outbound/orders/orders.machine.ts";
import type { OrderEvent } from "#src/outbound/orders/orders.machine.ts";
import { toRefusedRow } from "#server/platform/http/batch.ts";
import { lockOrders, saveOrders } from "./locked-orders.commands.ts";
import type { LockedOrder, OrderChange } from "./locked-orders.commands.ts";
import type { OrderScope } from "./order-scope.ts";

/** What a step does to one order: a change, or the refusal of its row. */
type Decided = Result<Omit<OrderChange, "order" | "event">, RefusalName | NamedRefusal>;

/** A refusal with a text that says more than its code's own. */
interface NamedRefusal {
  readonly name: RefusalName;
  readonly message: Texts;
}

function toFailedRow(orderUuid: string, problem: RefusalName | NamedRefusal): RefusedRow {
  return typeof problem === "string"
    ? toRefusedRow(orderUuid, problem)
    : { ...toRefusedRow(orderUuid, problem.name), message: problem.message };
}

/** A step of orders that is taken for many at once. */
export interface OrderStep<I> {
  readonly event: OrderEvent;
  /**
   * Reads what the decisions need, for all orders of a set at once, and returns the decision about each order. The machine has allowed the step, and the
   * change is given the machine's next status unless it names another.
   */
  readonly decide: (scope: OrderScope, orders: readonly LockedOrder[], input: I) => Promise<(order: LockedOrder) => Decided>;
  /** what else follows, with the orders as they were and as they are */
  readonly after?: (scope: OrderScope, done: readonly { readonly before: LockedOrder; readonly now: LockedOrder }[]) => Promise<unknown>;
}

/** Checks that the caller may see every order of a batch. Returns their uuids, each once, in the order of the sets. */
export async function listBatchOrders(
  { tx, providerUuid, retailerUuid }: OrderScope,
  orderIds: readonly string[],
): Promise<Result<string[], "notFound">> {
  const uuids = [...new Set(orderIds.map((id) => id.toLowerCase()))].toSorted();
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from sales_order where provider_uuid = ${providerUuid} and order_uuid = any (${uuids}::uuid[])
      and (${retailerUuid === null} or owner_uuid = ${retailerUuid ?? providerUuid}::uuid)`.execute(tx);
  return rows[0]?.count === uuids.length ? ok(uuids) : refuse("notFound");
}

/** Takes a step for a set of orders: those that it refuses stay as they are and are returned with the reason. */
export async function takeStep<I>(scope: OrderScope, step: OrderStep<I>, orderUuids: readonly string[], input: I): Promise<RefusedRow[]> {
  const { role } = scope;
  const locked = await lockOrders(scope, orderUuids);
  const found = new Set(locked.map(({ order_uuid }) => order_uuid));
  // Deleted since the batch was checked.
  const failed = orderUuids.filter((uuid) => !found.has(uuid)).map((uuid) => toRefusedRow(uuid, "notFound"));
  const allowed: LockedOrder[] = [];
  for (const order of locked) {
    const may = role === "system" ? getNextStatus(order.status, step.event) !== null : canDo(role, step.event, order.status);
    if (may) allowed.push(order);
    else failed.push(toRefusedRow(order.order_uuid, "orders.wrongState"));
  }
  const decide = await step.decide(scope, allowed, input);
  const changes: OrderChange[] = [];
  for (const order of allowed) {
    const decided = decide(order);
    if (!decided.ok) failed.push(toFailedRow(order.order_uuid, decided.problem));
    else {
      const status = getNextStatus(order.status, step.event) ?? order.status;
      changes.push({ order, event: step.event, ...decided.value, set: { status, ...decided.value.set } });
    }
  }
  const saved = await saveOrders(scope, changes);
  await step.after?.(
    scope,
    changes.flatMap(({ order: before }, index) => {
      const now = saved[index];
      return now === undefined ? [] : [{ before, now }];
    }),
  );
  return failed;
}

/** Makes a decision that is the same for every order. */
export function always(set: OrderChange["set"], detail?: OrderChange["detail"]): () => Decided {
  return () => ok({ set, ...(detail === undefined ? {} : { detail }) });
}
