import { sql } from "kysely";
import type { Result } from "#src/kit/lib/result.ts";
import { createOrder } from "#src/outbound/orders/order-writes.contract.ts";
import type { RangeVariant } from "./demo-range.ts";
import { packAll, reviewAll, weighParcel } from "./demo-stations.ts";
import { addOrder } from "./outbound/orders/draft.commands.ts";
import type { OrderScope } from "./outbound/orders/order-scope.ts";
import { pack } from "./outbound/packing/pack.commands.ts";

function done<T>(result: Result<T, string>): T {
  if (!result.ok) throw new Error(`demo notices: ${result.problem}`);
  return result.value;
}

/** The demo's shipping notices: pieces by line. The first is packed in a box for each line, the second is shipped. */
const notices = [
  { reference: "FBA-10231", pieces: [8, 6] },
  { reference: "FBA-10232", pieces: [6] },
] as const;
export const demoNoticeCount = notices.length;

/** Where all of them go: an invented warehouse of a marketplace. */
const recipient = {
  consignee: "Ada Sample",
  phone: "+1 555 0142",
  address: "7 Example Street",
  city: "Exampleville",
  state: "WA",
  zip: "98101",
};

/**
 * Creates the demo's shipping notices as drafts of one of its retailers.
 * @param variants what the retailer sells
 * @returns their uuids
 */
export async function placeDemoNotices(scope: OrderScope, variants: readonly RangeVariant[]): Promise<string[]> {
  const uuids: string[] = [];
  for (const [at, { reference, pieces }] of notices.entries()) {
    const lines = pieces.map((quantity, line) => ({ variant_uuid: variants[at * 2 + line]?.variantUuid, quantity }));
    const draft = { kind: "shipping_notice", owner_uuid: variants[0]?.ownerUuid, reference, country: "US", recipient, lines };
    uuids.push(done(await addOrder(scope, createOrder.input.parse(draft))).order_uuid);
  }
  return uuids;
}

/**
 * Packs the picked notices of the demo: the first into boxes that wait for the scale, the second into one that is weighed.
 * @returns the parcel that is weighed
 */
export async function packDemoNotices(scope: OrderScope, waveUuid: string): Promise<string> {
  const { tx, providerUuid } = scope;
  const { rows } = await sql<{ order_uuid: string; items: { variant_uuid: string; lot: string; quantity: number }[] }>`
    select o.order_uuid, jsonb_agg(jsonb_build_object('variant_uuid', d.variant_uuid, 'lot', '', 'quantity', d.quantity) order by d.demand_number) as items
    from sales_order o join order_demand d on d.provider_uuid = o.provider_uuid and d.order_uuid = o.order_uuid
    where o.provider_uuid = ${providerUuid} and o.wave_uuid = ${waveUuid} group by o.order_uuid order by o.order_uuid`.execute(tx);
  const [boxed, shipped] = rows;
  if (boxed === undefined || shipped === undefined) throw new Error("demo notices: the wave has too few orders");
  await reviewAll(scope, boxed.order_uuid);
  const parcels = boxed.items.map((item) => ({
    box_uuid: null,
    size: { length_mm: 600, width_mm: 400, height_mm: 350 },
    items: [item],
    consumables: [],
  }));
  done(await pack(scope, { order_uuid: boxed.order_uuid, parcels }));
  await reviewAll(scope, shipped.order_uuid);
  const parcel_uuid = await packAll(scope, shipped.order_uuid);
  await weighParcel(scope, parcel_uuid);
  return parcel_uuid;
}
