import type { Call, OutputOf } from "#src/kit/api/define-call.ts";
import type { signIn } from "#src/company/accounts/accounts.contract.ts";
import { listVariants } from "#src/warehouse/goods/goods.contract.ts";
import { listStock } from "#src/warehouse/stock/stock.contract.ts";
import { atMost } from "./bench.ts";
import type { Figure } from "./bench.ts";
import { skuCount } from "./stock-data.ts";
import { atOnce, percentileMs } from "./server-round.ts";
import { dataOf, pathOf } from "./server-sign-in.ts";

const pageSize = 50;
const roundMs = 1500;
const atATime = 2;
const boundMs = 200;
const deepPage = Math.floor((skuCount * 0.9) / pageSize);

type Page = { result: unknown[]; next_cursor: string | null };

async function pageOf(origin: string, headers: Record<string, string>, call: Call, query: string): Promise<Page> {
  const reply = await fetch(`${origin}${pathOf(call)}?page_size=${pageSize}${query}`, { headers });
  return dataOf(await reply.text()) as Page;
}

/** Returns the 95th percentile of a page, requested repeatedly. @throws Error if it has no rows, since nothing would be measured */
async function figureOf(origin: string, headers: Record<string, string>, call: Call, name: string, query: string): Promise<Figure> {
  const page = await pageOf(origin, headers, call, query);
  if (page.result.length === 0) throw new Error(`bench: ${call.name} ${name} has no rows`);
  const round = await atOnce(atATime, roundMs, () => pageOf(origin, headers, call, query));
  return atMost(`${call.name}, ${name}, p95`, percentileMs(round, 95), boundMs, "ms");
}

/** First, filtered and deep pages of the stock and SKU lists, over HTTP. */
export async function listFigures(origin: string, session: OutputOf<typeof signIn>, warehouseUuid: string): Promise<Figure[]> {
  const headers = { authorization: `Bearer ${session.access_token}`, "x-csrf-token": session.csrf_token };
  const figures: Figure[] = [];
  const common = [
    ["first page", ""],
    ["a word that 120,000 have", "&search=lantern "],
    ["two words", "&search=lantern rope "],
    ["the beginning of a SKU", "&search=q004"],
    ["a SKU", "&search=q00400001"],
    ["row 900,000 by cur_page", `&cur_page=${deepPage}`],
  ] as const;
  const ofStock = [
    ["in stock", "&level=in_stock"],
    ["without stock", "&level=out"],
    ["of a warehouse", `&warehouse_uuid=${warehouseUuid}`],
    ["low", "&level=low"],
    ["aged 180 days", "&aged_days=180"],
  ] as const;
  const ofGoods = [
    ["by SKU", "&sort=sku"],
    ["in stock", "&state=in_stock"],
    ["low", "&state=low"],
    ["without stock", "&state=out"],
    ["of unknown weight or size", "&unmeasured=true"],
  ] as const;
  for (const [call, cases] of [
    [listStock, [...common, ...ofStock]],
    [listVariants, [...common, ...ofGoods]],
  ] as const) {
    for (const [name, query] of cases) figures.push(await figureOf(origin, headers, call, name, encodeURI(query)));
    const { next_cursor } = await pageOf(origin, headers, call, `&cur_page=${deepPage}`);
    figures.push(await figureOf(origin, headers, call, "past row 900,000 by cursor", `&cursor=${next_cursor}`));
  }
  return figures;
}
