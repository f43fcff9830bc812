import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { buildQueryKey } from "#src/kit/api/query.ts";
import type { Item, ListServer } from "#tests/factories/list-server.ts";
import { itemsOf, listItems, startListServer } from "#tests/factories/list-server.ts";
import { PageCache } from "./page-cache.ts";
import { pagesCached } from "./page-cache.rules.ts";

/** What is waited for comes at once; only a machine that is busy needs longer. */
const patient = { timeout: 60_000 };

const scope = { username: "ann", providerUuid: "p" };
let server: ListServer;
let queries: QueryClient;
let book: PageCache;

beforeEach(async () => {
  server = await startListServer(5000);
  queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } });
  book = new PageCache(queries, { client: server.client, scope, call: listItems, input: {} });
});
afterEach(async () => {
  book.want([]);
  queries.clear();
  await server.close();
});

const numberAt = (index: number) => (book.row(index) as Item | undefined)?.number;
const settled = async () => {
  await vi.waitFor(() => expect(book.isAsking).toBe(false), patient);
};
const come = async (...pages: number[]) => {
  book.want(pages);
  await vi.waitFor(() => expect(pages.map((page) => book.stateOf(page))).toEqual(pages.map(() => "here")), patient);
  await settled();
};
const reload = () => void queries.invalidateQueries({ queryKey: buildQueryKey(scope, listItems) });

describe("the pages of a list", () => {
  test("are loaded when wanted, each by one request", async () => {
    await come(1, 2);
    expect([0, 99, 100, 199, 200].map(numberAt)).toEqual([0, 99, 100, 199, undefined]);
    expect(book.length).toEqual({ rows: 5000, isExact: true });
    expect(server.asked).toHaveLength(2);
  });

  test("use the cursor of the previous page when that page is loaded", async () => {
    await come(1);
    await come(1, 2);
    expect(server.asked[1]?.get("cursor")).toBe("99");
    expect(numberAt(150)).toBe(150);
  });

  test("are not requested again while they are cached and fresh", async () => {
    await come(7);
    await come(30);
    await come(7);
    expect(server.asked).toHaveLength(2);
  });

  test("are cancelled when they are no longer wanted", async () => {
    server.delayMs = 10_000;
    book.want([20]);
    await vi.waitFor(() => expect(server.asked).toHaveLength(1), patient);
    book.want([40]);
    await vi.waitFor(() => expect(server.leftEarly).toHaveLength(1), patient);
    expect(server.leftEarly[0]?.get("cur_page")).toBe("20");
  });

  test("are evicted when they are far away, here and from the query cache", async () => {
    for (let page = 1; page <= 35; page += 1) await come(page);
    expect([...book.rows()]).toHaveLength(pagesCached * 100);
    expect(queries.getQueryCache().getAll()).toHaveLength(pagesCached);
    expect(numberAt(0)).toBeUndefined();
    expect(numberAt(3499)).toBe(3499);
  });

  test("report why they failed to load, and load on a retry", async () => {
    server.isBroken = true;
    book.want([3]);
    await vi.waitFor(() => expect(book.stateOf(3)).toMatchObject({ code: 500, msg: { en_us: "System error, try again later" } }), patient);
    server.isBroken = false;
    book.retry();
    await vi.waitFor(() => expect(book.stateOf(3)).toBe("here"), patient);
  });

  test("stay visible when a reload fails, and report the failure", async () => {
    await come(1);
    server.isBroken = true;
    reload();
    await vi.waitFor(() => expect(book.problem?.code).toBe(500), patient);
    expect(numberAt(5)).toBe(5);
  });

  test("follow one another without a gap after a reload with new rows", async () => {
    await come(1);
    await come(1, 2);
    server.items = [...itemsOf(3, 90_000), ...server.items];
    reload();
    await vi.waitFor(() => expect(numberAt(199)).toBe(196), patient);
    await settled();
    const numbers = Array.from({ length: 200 }, (_, index) => numberAt(index));
    expect(numbers).toEqual(server.items.slice(0, 200).map(({ number }) => number));
  });
});

describe("far into a long list, where a page number gives only an approximate position", () => {
  beforeEach(() => {
    server.items = itemsOf(20_000);
    server.nearly = { past: 10_000, beside: 37 };
  });

  test("the next page begins where the one before it ends", async () => {
    await come(151, 152);
    expect(numberAt(15_099)).toBe((numberAt(15_100) ?? 0) - 1);
    expect(server.asked[1]?.has("cursor")).toBe(true);
  });

  test("loading a page above reloads the pages below, so that no row is missing", async () => {
    await come(151);
    expect(numberAt(15_000)).toBe(15_037);
    server.nearly = { past: 10_000, beside: -20 };
    await come(150, 151);
    const numbers = Array.from({ length: 200 }, (_, place) => numberAt(14_900 + place));
    expect(numbers).toEqual(Array.from({ length: 200 }, (_, place) => 14_880 + place));
  });

  test("a page number past the end leads to the end", async () => {
    book.want([900]);
    await vi.waitFor(() => expect(book.length).toEqual({ rows: 20_000, isExact: false }), patient);
    await come(200);
    expect(numberAt(19_999)).toBe(19_999);
  });
});
