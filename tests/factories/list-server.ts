import type { Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import type { Client } from "#src/kit/api/client.ts";
import { createClient } from "#src/kit/api/client.ts";
import { defineCall } from "#src/kit/api/define-call.ts";
import { listInput, listOutput } from "#src/kit/api/list.ts";

const item = z.object({ number: z.int(), name: z.string() });
export type Item = z.infer<typeof item>;

/** The call of the list below. */
export const listItems = defineCall({
  name: "items.list-items",
  method: "GET",
  path: "/api/items/list-items",
  summary: "Numbered things, the first first.",
  roles: "anyone",
  input: z.strictObject({
    ...listInput,
    name: z.string().optional(),
    half: z.enum(["even", "odd"]).optional(),
    sort: z.string().optional(),
  }),
  output: listOutput(item),
  codes: [],
});

/** A server of one list, over HTTP like the real one. */
export interface ListServer {
  readonly client: Client;
  /** the queries received, in order */
  readonly asked: URLSearchParams[];
  /** queries aborted by the client */
  readonly leftEarly: URLSearchParams[];
  /** the list's current items */
  items: Item[];
  /** past this many rows, numbered pages start off by this many rows, and the total is an estimate */
  nearly: { readonly past: number; readonly beside: number } | null;
  /** answers with an error instead of rows */
  isBroken: boolean;
  delayMs: number;
  close(): Promise<void>;
}

/** Creates items numbered from `first`. */
export function itemsOf(count: number, first = 0): Item[] {
  return Array.from({ length: count }, (_, place) => ({ number: first + place, name: `Item ${first + place}` }));
}

function pageOf(server: ListServer, query: URLSearchParams) {
  const size = Number(query.get("page_size"));
  const wanted = query.get("name");
  const half = query.get("half");
  const isOfHalf = ({ number }: Item) => half === null || (number % 2 === 0) === (half === "even");
  const items = server.items.filter((one) => (wanted === null || one.name.includes(wanted)) && isOfHalf(one));
  if (query.get("sort") === "-number") items.reverse();
  const cursor = query.get("cursor");
  // A cursor names the item before its page, like the real one.
  let start = cursor === null ? (Number(query.get("cur_page")) - 1) * size : items.findIndex(({ number }) => String(number) === cursor) + 1;
  const isLong = server.nearly !== null && items.length > server.nearly.past;
  if (cursor === null && isLong && server.nearly !== null && start > server.nearly.past)
    start = Math.min(start + server.nearly.beside, items.length - size);
  const result = items.slice(start, start + size);
  const last = result.at(-1);
  return {
    result,
    total: items.length,
    total_is_exact: !isLong,
    next_cursor: last === undefined || start + size >= items.length ? null : String(last.number),
  };
}

/** Starts it on a free port. */
export async function startListServer(count: number): Promise<ListServer> {
  const http: Server = createServer((request, response) => {
    void (async () => {
      const query = new URL(request.url ?? "", "http://localhost").searchParams;
      server.asked.push(query);
      response.on("close", () => {
        if (!response.writableEnded) server.leftEarly.push(query);
      });
      if (server.delayMs > 0) await wait(server.delayMs);
      const broken = { code: 500, msg: { en_us: "System error, try again later", zh_cn: "系统错误，请稍后再试" }, data: null };
      const good = { code: 200, msg: { en_us: "OK", zh_cn: "成功" }, data: server.isBroken ? null : pageOf(server, query) };
      // jsdom pages have another origin.
      response.writeHead(server.isBroken ? 500 : 200, { "content-type": "application/json", "access-control-allow-origin": "*" });
      response.end(JSON.stringify(server.isBroken ? broken : good));
    })();
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const server: ListServer = {
    client: createClient({ origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, tokens: () => null }),
    asked: [],
    leftEarly: [],
    items: itemsOf(count),
    nearly: null,
    isBroken: false,
    delayMs: 0,
    close: () =>
      new Promise((resolve) => {
        http.closeAllConnections();
        http.close(() => resolve());
      }),
  };
  return server;
}
