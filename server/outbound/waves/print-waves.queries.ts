import { sql } from "kysely";
import type { OrderScope } from "../orders/order-scope.ts";

type Scope = Pick<OrderScope, "tx" | "providerUuid">;

/** A tour of a wave, as it is printed. */
export interface PrintedTask {
  readonly task_number: number;
  readonly walking_metres: number;
  readonly lines: readonly {
    readonly location: string;
    readonly sku: string;
    readonly title: string;
    readonly lot: string;
    readonly quantity: number;
    readonly slot: number | null;
    readonly order_number: string;
  }[];
}

/** An order of a wave, as its packing slip shows it. */
export interface PrintedOrder {
  readonly order_number: string;
  readonly reference: string;
  readonly tour: number | null;
  readonly slot: number | null;
  readonly lines: readonly { readonly sku: string; readonly title: string; readonly quantity: number }[];
}

/** SQL for what a SKU `v` of a product `p` is called. */
const title = sql`case when v.title = '' then p.title else p.title || ' · ' || v.title end`;

/** Lists the tours of a wave with their lines in walking order: the given tasks, or all. Lines that are not to be picked any more are left out. */
export async function listPrintedTasks(
  { tx, providerUuid }: Scope,
  waveUuid: string,
  taskUuids: readonly string[],
): Promise<PrintedTask[]> {
  const { rows } = await sql<PrintedTask>`
    select t.task_number, t.walking_decimetres / 10.0::float8 as walking_metres, json_agg(json_build_object('location', c.barcode, 'sku', v.sku,
      'title', ${title}, 'lot', k.lot, 'quantity', k.quantity, 'slot', k.slot, 'order_number', o.order_number) order by k.sequence, k.line_number) as lines
    from pick_task t
      join pick_line k on k.provider_uuid = t.provider_uuid and k.task_uuid = t.task_uuid and k.status <> 'cancelled'
      join location c on c.provider_uuid = k.provider_uuid and c.location_uuid = k.location_uuid
      join sales_order o on o.provider_uuid = k.provider_uuid and o.order_uuid = k.order_uuid
      join variant v on v.provider_uuid = k.provider_uuid and v.variant_uuid = k.variant_uuid
      join product p on p.provider_uuid = v.provider_uuid and p.product_uuid = v.product_uuid
    where t.provider_uuid = ${providerUuid} and t.wave_uuid = ${waveUuid}
      and (${taskUuids.length === 0} or t.task_uuid = any (${[...taskUuids]}::uuid[]))
    group by t.provider_uuid, t.task_uuid order by t.task_number`.execute(tx);
  return rows;
}

/** Lists the orders of a wave that are still in it, by tour and slot, with what they need. */
export async function listPrintedOrders({ tx, providerUuid }: Scope, waveUuid: string): Promise<PrintedOrder[]> {
  const { rows } = await sql<PrintedOrder>`
    select o.order_number, o.reference, m.tour, m.slot,
      json_agg(json_build_object('sku', v.sku, 'title', ${title}, 'quantity', d.quantity) order by d.demand_number) as lines
    from wave_order m
      join sales_order o on o.provider_uuid = m.provider_uuid and o.order_uuid = m.order_uuid
      join order_demand d on d.provider_uuid = m.provider_uuid and d.order_uuid = m.order_uuid
      join variant v on v.provider_uuid = d.provider_uuid and v.variant_uuid = d.variant_uuid
      join product p on p.provider_uuid = v.provider_uuid and p.product_uuid = v.product_uuid
    where m.provider_uuid = ${providerUuid} and m.wave_uuid = ${waveUuid} and m.status <> 'kicked'
    group by o.order_number, o.reference, m.tour, m.slot, m.order_uuid order by m.tour nulls last, m.slot nulls last, m.order_uuid`.execute(
    tx,
  );
  return rows;
}
