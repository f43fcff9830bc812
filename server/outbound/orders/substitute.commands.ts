import { sql } from "kysely";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { createOrder } from "#src/outbound/orders/order-writes.contract.ts";
import { getNextStatus } from "#src/outbound/orders/orders.machine.ts";
import { releaseStockOf } from "./allocate.commands.ts";
import { lockOrder, saveOrders } from "./locked-orders.commands.ts";
import type { LockedOrder } from "./locked-orders.commands.ts";
import { resolveLines } from "./order-lines.commands.ts";
import type { ResolvedLine } from "./order-lines.commands.ts";
import { priceOrders } from "./order-prices.queries.ts";
import { asPlatform } from "./order-scope.ts";
import type { OrderScope } from "./order-scope.ts";
import { allocateAnew } from "./split.commands.ts";

/** A product in place of that of an order's line. */
export interface Substitute {
  readonly line_uuid: string;
  readonly variant_uuid: string;
}

type Named = { readonly sku: string } | { readonly variant_uuid: string };

interface OwnLine {
  variant_uuid: string;
  quantity: number;
  unit_price_cents: number | null;
}

/**
 * Finds a product that an order of this owner may name in place of that of a line, with its own declaration.
 * @returns the product as a line; refuses with `notFound` if the line is not the order's, `orders.skuUnknown` if the owner has no such product and has not
 *   claimed it, `orders.priceMissing` if a claimed one has no agreed price, `exceptions.sameGoods` if it is the line's own
 */
export async function findSubstitute(
  scope: OrderScope,
  { order_uuid, owner_uuid }: Pick<LockedOrder, "order_uuid" | "owner_uuid">,
  lineUuid: string,
  named: Named,
): Promise<Result<ResolvedLine, RefusalName>> {
  const { tx, providerUuid } = scope;
  const { rows } = await sql<OwnLine>`
    select variant_uuid, quantity, unit_price_cents from order_line
    where provider_uuid = ${providerUuid} and order_uuid = ${order_uuid} and line_uuid = ${lineUuid}`.execute(tx);
  const [line] = rows;
  if (line === undefined) return refuse("notFound");
  const wanted = createOrder.input.shape.lines.unwrap().element.parse({ ...named, quantity: line.quantity });
  const found = await resolveLines(scope, owner_uuid, [{ ...wanted, unit_price_cents: line.unit_price_cents }]);
  if (!found.ok) return found;
  const [substitute] = found.value;
  if (substitute === undefined) throw new Error("orders: the substitute of a line is missing");
  if (substitute.variant_uuid === line.variant_uuid) return refuse("exceptions.sameGoods");
  if (substitute.claim_uuid === null) return ok(substitute);
  const { rows: priced } = await sql`
    select from claim_variant where provider_uuid = ${providerUuid} and claim_uuid = ${substitute.claim_uuid} and variant_uuid = ${substitute.variant_uuid}
      and agreed_price_cents is not null`.execute(tx);
  return priced.length > 0 ? ok(substitute) : refuse("orders.priceMissing");
}

/**
 * Puts another product in place of a line's, estimates the order anew and reserves its stock again, all or nothing. What was reserved is released first.
 * @param order locked by this transaction
 */
export async function substituteLine(
  scope: OrderScope,
  order: LockedOrder,
  { line_uuid, variant_uuid }: Substitute,
): Promise<Result<null, RefusalName>> {
  const { tx, providerUuid } = scope;
  const status = getNextStatus(order.status, "substitute");
  if (status === null) return refuse("orders.wrongState");
  if (order.holds.length > 0) return refuse("orders.held");
  const found = await findSubstitute(scope, order, line_uuid, { variant_uuid });
  if (!found.ok) return found;
  const line = found.value;
  await releaseStockOf(scope, [order]);
  await sql`
    update order_line l set variant_uuid = ${line.variant_uuid}, sku = ${line.sku}, title = ${line.title}, stock_owner_uuid = ${line.stock_owner_uuid},
      claim_uuid = ${line.claim_uuid}::uuid, declared_name = ${line.declared_name}, declared_name_zh = ${line.declared_name_zh}, hs_code = ${line.hs_code},
      origin_country = ${line.origin_country}, agreed_price_cents = cv.agreed_price_cents, agreed_currency = coalesce(cv.agreed_currency, '')
    from (select) one left join claim_variant cv on cv.provider_uuid = ${providerUuid} and cv.claim_uuid = ${line.claim_uuid}::uuid
      and cv.variant_uuid = ${line.variant_uuid}
    where l.provider_uuid = ${providerUuid} and l.order_uuid = ${order.order_uuid} and l.line_uuid = ${line_uuid}`.execute(tx);
  const price = (await priceOrders(scope, [order], (work) => asPlatform(scope, work))).get(order.order_uuid);
  if (price === undefined || !price.ok) return price ?? refuse("notFound");
  const { estimate } = price.value;
  const priced = estimate === null ? {} : { estimate, estimate_cents: estimate.total_cents, estimate_currency: estimate.currency };
  await saveOrders(scope, [{ order, event: "substitute", set: { status, allocated_at: null, ...priced } }]);
  await allocateAnew(scope, [order.order_uuid]);
  const now = await lockOrder(scope, order.order_uuid);
  return now?.status === "allocated" ? ok(null) : refuse("stock.notEnough");
}
