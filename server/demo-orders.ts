import { nothingFollows } from "./demo-goods.ts";
import { sql } from "kysely";
import type { RefusedRow } from "#src/kit/api/batch.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { splitOrder } from "#src/outbound/orders/order-writes.contract.ts";
import { followOrders } from "./outbound/exceptions/follow-orders.commands.ts";
import { insertDrafts } from "./outbound/orders/import/insert-drafts.commands.ts";
import type { NewDraft } from "./outbound/orders/import/insert-drafts.commands.ts";
import { merge } from "./outbound/orders/merge.commands.ts";
import type { OrderScope } from "./outbound/orders/order-scope.ts";
import { resolveLines } from "./outbound/orders/order-lines.commands.ts";
import type { ResolvedLine } from "./outbound/orders/order-lines.commands.ts";
import { takeStep } from "./outbound/orders/order-steps.commands.ts";
import type { OrderStep } from "./outbound/orders/order-steps.commands.ts";
import { cancelStep, confirmStep, delayStep, holdStep, returnStep } from "./outbound/orders/desk-steps.commands.ts";
import { split } from "./outbound/orders/split.commands.ts";
import { submitStep } from "./outbound/orders/submit.commands.ts";
import { completeWaves } from "./outbound/waves/complete-waves.commands.ts";
import { listDemoOrders } from "./demo-order-book.ts";
import type { DemoOrder } from "./demo-order-book.ts";
import { demoWords } from "./demo-names.ts";
import { seedDemoExceptions } from "./demo-exceptions.ts";
import { seedDemoNotices } from "./demo-notices.ts";
import { seedDemoReturns } from "./demo-returns.ts";
import { seedDemoWaves } from "./demo-waves.ts";
import type { RangeVariant } from "./demo-range.ts";
import { takeNextNumbers } from "./platform/db/document-number.commands.ts";
import type { Tx } from "./platform/db/row-security.ts";
import { newId } from "./platform/runtime/clock.ts";
import type { StepScope, TakenStep } from "./platform/services.ts";

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
/** Long enough that none of the delays is over. */
const delayMs = 40 * dayMs;
/** So many days' orders take their steps together: each step takes a dozen statements, and the first start waits for them. */
const daysAtOnce = 10;
/** The newest days take them one by one: they are what lists show first, and their ages should differ. */
const daysAlone = 6;

/** Numbers the days whose orders take their steps together. */
function getPeriod({ daysAgo }: DemoOrder): number {
  return daysAgo < daysAlone ? daysAgo : daysAlone + Math.floor((daysAgo - daysAlone) / daysAtOnce);
}

function done<T>(result: Result<T, string>): T {
  if (!result.ok) throw new Error(`demo orders: ${result.problem}`);
  return result.value;
}

/** An order of the demo that exists. */
interface Placed extends DemoOrder {
  readonly uuid: string;
}

/** Takes a step for orders; the demo expects it to be possible for each of them. */
async function take<I>(scope: OrderScope, step: OrderStep<I>, orders: readonly Pick<Placed, "uuid">[], input: I): Promise<void> {
  if (orders.length === 0) return;
  const uuids = orders.map(({ uuid }) => uuid).toSorted();
  const refused: RefusedRow[] = await takeStep(scope, step, uuids, input);
  if (refused.length > 0) throw new Error(`demo orders: ${step.event}: ${JSON.stringify(refused[0])}`);
}

/** Finds the lines of all orders, with one statement an owner. @returns each order's lines */
async function findLines(scope: OrderScope, orders: readonly DemoOrder[]): Promise<Map<DemoOrder, ResolvedLine[]>> {
  const found = new Map<DemoOrder, ResolvedLine[]>();
  for (const [ownerUuid, own] of Map.groupBy(orders, (order) => order.ownerUuid)) {
    const lines = done(
      await resolveLines(
        scope,
        ownerUuid,
        own.flatMap((order) => order.lines),
      ),
    );
    let from = 0;
    for (const order of own) {
      found.set(order, lines.slice(from, from + order.lines.length));
      from += order.lines.length;
    }
  }
  return found;
}

/** Creates a day's orders as drafts. */
async function placeOrders(
  scope: OrderScope,
  orders: readonly DemoOrder[],
  lines: ReadonlyMap<DemoOrder, readonly ResolvedLine[]>,
): Promise<Placed[]> {
  const numbers = await takeNextNumbers(scope.tx, scope.providerUuid, "order", scope.now, orders.length);
  const placed = orders.map((order): Placed => ({ ...order, uuid: newId() }));
  const drafts = placed.map(({ uuid, ownerUuid, head }, index): NewDraft => {
    const order = orders[index];
    return {
      order_uuid: uuid,
      order_number: numbers[index] ?? "",
      owner_uuid: ownerUuid,
      head: { ...head, channel_uuid: null },
      lines: order === undefined ? [] : (lines.get(order) ?? []),
    };
  });
  done(await insertDrafts(scope, drafts));
  return placed;
}

/** Splits off a piece of an order's first line. @returns the new order's uuid */
async function splitFirstPiece(scope: OrderScope, orderUuid: string): Promise<string> {
  const line = await scope.tx
    .selectFrom("order_line as l")
    .innerJoin("sales_order as o", (join) =>
      join.onRef("o.provider_uuid", "=", "l.provider_uuid").onRef("o.order_uuid", "=", "l.order_uuid"),
    )
    .select(["l.line_uuid", "o.version"])
    .where("l.provider_uuid", "=", scope.providerUuid)
    .where("l.order_uuid", "=", orderUuid)
    .orderBy("l.line_number")
    .limit(1)
    .executeTakeFirstOrThrow();
  const input = { order_uuid: orderUuid, version: line.version, lines: [{ line_uuid: line.line_uuid, quantity: 1 }] };
  return done(await split(scope, splitOrder.input.parse(input))).newOrderUuid;
}

/** Why orders of the demo are held. */
const holds = [
  ["address", demoWords.addressDoubted],
  ["fraud", demoWords.fraudFeared],
  ["payment", ""],
] as const;

/**
 * Takes orders of a few days through their first steps: they are submitted, and confirmed two hours later, which reserves their stock. Whoever is held,
 * delayed, merged or split is so before that.
 * @param at the scope of so many hours after the last of them came in
 * @param isLast orders of the last days wait for their confirmation
 */
async function processOrders(at: (hours: number) => OrderScope, placed: readonly Placed[], isLast: boolean): Promise<void> {
  const submitted = placed.filter(({ fate }) => fate !== "draft");
  await take(at(1), submitStep, submitted, {});
  for (const [hold, reason] of holds) {
    const held = submitted.filter(({ fate }) => fate === `held ${hold}`);
    await take(at(2), holdStep, held, { hold, reason });
  }
  const delayed = submitted.filter(({ fate }) => fate === "delayed");
  await take(at(2), delayStep, delayed, { delay_until: new Date(at(0).now.getTime() + delayMs).toISOString() });
  const merged = new Set<Placed>();
  const alike = submitted.filter(({ fate }) => fate === "merged");
  for (const ofDay of Map.groupBy(alike, ({ daysAgo }) => daysAgo).values()) {
    const uuids = ofDay.map(({ uuid }) => uuid);
    done(await merge(at(2), uuids));
    for (const order of ofDay.slice(1)) merged.add(order);
  }
  const isConfirmed = ({ daysAgo }: DemoOrder) => !isLast || daysAgo > 0;
  const parts: { uuid: string }[] = [];
  for (const order of submitted.filter(({ fate }) => fate === "split")) {
    const uuid = await splitFirstPiece(at(2), order.uuid);
    if (isConfirmed(order)) parts.push({ uuid });
  }
  const confirmed = submitted.filter((order) => isConfirmed(order) && order.fate !== "returned" && !merged.has(order));
  await take(at(3), confirmStep, [...confirmed, ...parts], {});
}

/** What a month of orders costs a retailer, several times over: the demo's orders do not wait for a payment. */
const creditLimitCents = 5_000_000;

async function giveCredit({ tx, providerUuid }: OrderScope, variants: readonly RangeVariant[]): Promise<void> {
  const owners = [...new Set(variants.map(({ ownerUuid }) => ownerUuid))].filter((uuid) => uuid !== providerUuid);
  await sql`
    insert into retailer_terms (provider_uuid, retailer_uuid, credit_limit_cents)
    select ${providerUuid}::uuid, owner, ${creditLimitCents} from unnest(${owners}::uuid[]) owner
    on conflict on constraint retailer_terms_pkey do update set credit_limit_cents = excluded.credit_limit_cents`.execute(tx);
}

/** Who works with the demo's orders, and where. */
interface DemoWorkplace {
  readonly providerUuid: string;
  readonly retailerUuid: string;
  readonly userUuid: string;
  readonly operatorUuid: string;
  readonly warehouseUuid: string;
}

/** What follows the steps of the demo's orders: their exceptions, and the end of their waves. */
async function ordersStepped(scope: StepScope, steps: readonly TakenStep[]): Promise<void> {
  await followOrders(scope, steps);
  await completeWaves(scope, steps);
}

/**
 * Gives the demo a month of orders, in each state that there is, with the commands of the screens. The month ended an hour ago.
 * @param tx of the demo's creation; acts for the provider
 * @param variants what the retailers sell
 * @param setCutOffs gives the channels their cut-offs, before the orders of the last two days
 * @throws Error naming the refusal if a command refuses: the demo is then not created at all
 */
export async function seedDemoOrders(
  tx: Tx,
  { providerUuid, retailerUuid, userUuid, operatorUuid, warehouseUuid }: DemoWorkplace,
  variants: readonly RangeVariant[],
  now: Date,
  setCutOffs: () => Promise<void>,
): Promise<void> {
  const acting = { kind: "provider", providerUuid, userUuid } as const;
  const scopeAt = (time: number): OrderScope => ({
    tx,
    providerUuid,
    retailerUuid: null,
    userUuid,
    role: "provider",
    acting,
    seesRecipients: true,
    now: new Date(time),
    followUps: { ...nothingFollows, ordersStepped },
  });
  await giveCredit(scopeAt(now.getTime()), variants);
  // Rows of this transaction have no statistics: taken for one row each, tables are joined in loops over all their rows.
  await sql`set local enable_nestloop = off`.execute(tx);
  const end = now.getTime() - 4 * hourMs;
  const orders = listDemoOrders(variants);
  const lines = await findLines(scopeAt(end), orders);
  const placed: Placed[] = [];
  for (const ofPeriod of Map.groupBy(orders, getPeriod).values()) {
    const own: Placed[] = [];
    for (const [day, ofDay] of Map.groupBy(ofPeriod, ({ daysAgo }) => daysAgo))
      own.push(...(await placeOrders(scopeAt(end - day * dayMs), ofDay, lines)));
    const newest = Math.min(...ofPeriod.map(({ daysAgo }) => daysAgo));
    if (newest === 1) await setCutOffs();
    await processOrders((hours) => scopeAt(end - newest * dayMs + hours * hourMs), own, newest === 0);
    placed.push(...own);
  }
  // Some time afterwards, for orders of the whole month.
  const late = scopeAt(now.getTime() - hourMs / 2);
  const withFate = (fate: DemoOrder["fate"]) => placed.filter((order) => order.fate === fate);
  await take(late, returnStep, withFate("returned"), { reason: demoWords.numberMissing });
  await take(late, cancelStep, withFate("cancelled"), { reason: demoWords.mindChanged });
  // From here on a few orders at a time are changed, each of which would be found by reading them all: by new plans, not by those made so far.
  await sql`set local enable_nestloop = on`.execute(tx);
  await sql`discard plans`.execute(tx);
  await seedDemoNotices(late, warehouseUuid, retailerUuid);
  await seedDemoWaves(scopeAt, { warehouseUuid, operatorUuid, retailerUuid }, now);
  await seedDemoExceptions(late, operatorUuid);
  await seedDemoReturns(late, retailerUuid, operatorUuid);
}
