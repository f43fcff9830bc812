import type pg from "pg";
import type { Call, OutputOf } from "#src/kit/api/define-call.ts";
import type { signIn } from "#src/company/accounts/accounts.contract.ts";
import { listOrders } from "#src/outbound/orders/orders.contract.ts";
import { atMost, note } from "./bench.ts";
import type { Figure } from "./bench.ts";
import type { OrdersGround } from "./orders-data.ts";
import { atOnce, percentileMs } from "./server-round.ts";
import { dataOf, pathOf } from "./server-sign-in.ts";

const pageSize = 50;
const roundMs = 2000;
const atATime = 2;
const boundMs = 200;

type Page = { result: unknown[]; next_cursor: string | null };

async function readPage(origin: string, headers: Record<string, string>, call: Call, query: string): Promise<Page> {
  const reply = await fetch(`${origin}${pathOf(call)}?page_size=${pageSize}${query}`, { headers });
  return dataOf(await reply.text()) as Page;
}

/** Returns the 95th percentile of a page, requested repeatedly. @throws Error if it has no rows, since nothing would be measured */
async function measure(origin: string, headers: Record<string, string>, name: string, query: string): Promise<Figure> {
  const page = await readPage(origin, headers, listOrders, query);
  if (page.result.length === 0) throw new Error(`bench: orders, ${name}: no rows`);
  const round = await atOnce(atATime, roundMs, () => readPage(origin, headers, listOrders, query));
  return atMost(`orders, ${name}, p95`, percentileMs(round, 95), boundMs, "ms");
}

/** The same first page in one statement, as a good author would write it, under the same policies. */
const bare = `select o.*, coalesce(r.consignee, '') as consignee, coalesce(r.city, '') as city, w.name as warehouse_name, c.name as channel_name
  from (select * from sales_order where provider_uuid = $1 order by order_uuid desc limit ${pageSize + 1}) o
    left join order_recipient r on r.provider_uuid = o.provider_uuid and r.order_uuid = o.order_uuid
    left join warehouse w on w.provider_uuid = o.provider_uuid and w.warehouse_uuid = o.warehouse_uuid
    left join channel c on c.provider_uuid = o.provider_uuid and c.channel_uuid = o.channel_uuid
  order by o.order_uuid desc`;

/** First, filtered and deep pages of the list of orders, over HTTP. */
export async function listFigures(
  origin: string,
  session: OutputOf<typeof signIn>,
  { providerUuid, warehouseUuid, ownerUuid, endedOrders }: OrdersGround,
  client: pg.ClientBase,
): Promise<Figure[]> {
  const headers = { authorization: `Bearer ${session.access_token}`, "x-csrf-token": session.csrf_token };
  const deepPage = Math.floor((endedOrders * 0.9) / pageSize);
  const middle = Math.floor(endedOrders / 2);
  const figures: Figure[] = [];
  for (const [name, query] of [
    ["first page", ""],
    ["first page, oldest first", "&sort=created"],
    ["to confirm", "&status=submitted"],
    ["waiting for stock", "&status=confirmed"],
    ["ended", "&status=cancelled"],
    ["of an owner", `&owner_uuid=${ownerUuid}`],
    ["of an owner, to confirm", `&owner_uuid=${ownerUuid}&status=submitted`],
    ["of a warehouse", `&warehouse_uuid=${warehouseUuid}`],
    ["to a country", "&country=JP"],
    ["shipping notices", "&kind=shipping_notice"],
    ["shipping notices to confirm", "&to_do=confirm&kind=shipping_notice"],
    ["the beginning of a number", `&search=SO-250101-${String(middle).padStart(8, "0").slice(0, 5)}`],
    ["a number", `&search=SO-250101-${String(middle).padStart(8, "0")}`],
    ["a reference", `&search=R${middle}`],
    ["a SKU", "&search=bench-77"],
    ["row nine tenths down by cur_page", `&cur_page=${deepPage}`],
    ["row nine tenths down of those ended", `&status=cancelled&cur_page=${Math.floor(deepPage * 0.99)}`],
  ] as const)
    figures.push(await measure(origin, headers, name, query));
  const { next_cursor } = await readPage(origin, headers, listOrders, `&cur_page=${deepPage}`);
  figures.push(await measure(origin, headers, "past nine tenths by cursor", `&cursor=${next_cursor}`));
  const ours = await atOnce(1, roundMs, () => readPage(origin, headers, listOrders, ""));
  const sql = await atOnce(1, roundMs, () => client.query({ name: "bare", text: bare, values: [providerUuid] }));
  figures.push(note("orders, first page to its bare SQL", percentileMs(ours, 50) / percentileMs(sql, 50), "ratio"));
  return figures;
}
