import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#server/platform/runtime/clock.ts";
import { freshDatabase } from "#tests/server/postgres.ts";
import type { FreshDatabase } from "#tests/server/postgres.ts";
import type { Acting, Tx } from "./row-security.ts";
import { openDatabase } from "./database.ts";
import type { Database } from "./database.ts";
import { estimateTotal } from "./list-estimate.ts";
import { encodeCursor, isAfter, decodeCursor } from "./list-keys.ts";
import type { SortKeys } from "./list-keys.ts";
import { listPage } from "./list.ts";
import type { DB } from "./schema.generated.ts";
import type { PageRequest } from "./list.ts";

const providerUuid = "00000000-0000-7000-8000-0000000000aa";
const otherUuid = "00000000-0000-7000-8000-0000000000bb";
const staff: Acting = { kind: "provider", providerUuid, userUuid: null };
/** rows of the provider, made in the order of their ids; every hundredth has the rare action; a tenth as many are another provider's */
const rowCount = 200_000;

let fresh: FreshDatabase;
let database: Database;

beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase(fresh.appUrl, { connections: 4 });
  const owner = new pg.Client({ connectionString: fresh.ownerUrl });
  await owner.connect();
  // `subject_uuid` sorts the rows in an order that has nothing to do with how they are stored.
  // The estimates rest on the table's statistics: taken once, and by nobody else in the middle of a test.
  await owner.query(`
    alter table audit_log set (autovacuum_enabled = off);
    alter table audit_log no force row level security;
    insert into audit_log (provider_uuid, audit_uuid, at, action, subject_type, subject_uuid)
    select case when part = 0 then '${otherUuid}'::uuid else '${providerUuid}'::uuid end,
           (lpad(to_hex(1700000000000 + n), 12, '0') || '7000' || '8000' || lpad(part::text, 12, '0'))::uuid,
           timestamptz '2026-01-01 00:00:00.000001+00' + (n / 10) * interval '1 second',
           case when n % 100 = 0 then 'test.rare' else 'test.usual' end, n::text, md5(n::text)::uuid
      from generate_series(1, ${rowCount}) n, generate_series(0, 1) part where part = 1 or n % 10 = 0;
    alter table audit_log force row level security;
    analyze audit_log`);
  await owner.end();
}, 120_000);

afterAll(async () => {
  await database.close();
  await fresh.drop();
});

const newestFirst: SortKeys = [{ column: sql.ref("audit_uuid"), type: "uuid", direction: "desc" }];
const scattered: SortKeys = [{ column: sql.ref("subject_uuid"), type: "uuid", direction: "asc" }];
const mixed: SortKeys = [
  { column: sql.ref("at"), type: "timestamptz", direction: "desc" },
  { column: sql.ref("audit_uuid"), type: "uuid", direction: "asc" },
];

interface Choice {
  keys?: SortKeys;
  action?: string;
  /** only rows after this number */
  from?: number;
  /** it is known to be no longer than a total counts */
  isShort?: boolean;
}

const idOf = (number: number) =>
  `${(1_700_000_000_000 + number)
    .toString(16)
    .padStart(12, "0")
    .replace(/^(.{8})/, "$1-")}-7000-8000-000000000001`;

/** A page of the provider's log; a row is shown as its number, which is its rank by id. */
async function page(tx: Tx, wanted: Partial<PageRequest>, { keys = newestFirst, action = "", from = 0, isShort }: Choice = {}) {
  let base = tx.selectFrom("audit_log").where("provider_uuid", "=", providerUuid);
  if (from !== 0) base = base.where("audit_uuid", ">", idOf(from));
  if (action !== "") base = base.where("action", "=", action);
  return listPage(
    tx,
    {
      name: "test.log",
      table: "audit_log",
      base,
      keys,
      isShort,
      select: (rows) => rows.select("subject_type"),
      show: (row) => Number(row.subject_type),
    },
    { cur_page: 1, page_size: 100, ...wanted },
  );
}

async function look(wanted: Partial<PageRequest>, options: Choice = {}) {
  const got = await database.transaction(staff, (tx) => page(tx, wanted, options));
  if (!got.ok) throw new Error(got.problem);
  return got.value;
}

describe("a page by number", () => {
  test("the first pages are exact", async () => {
    const first = await look({});
    expect(first.result).toEqual(Array.from({ length: 100 }, (_, index) => rowCount - index));
    const later = await look({ cur_page: 41 });
    expect(later.result[0]).toBe(rowCount - 4000);
  });

  test.each([10_100, 50_000, 99_999, 150_000, 199_000])(
    "row %i is located to within 1 %% of the list, with its page in order",
    async (offset) => {
      const found = await look({ cur_page: Math.floor(offset / 100) + 1 });
      const rank = rowCount - (found.result[0] ?? 0);
      expect(Math.abs(rank - offset)).toBeLessThan(rowCount / 100);
      expect(found.result).toEqual(Array.from({ length: 100 }, (_, index) => (found.result[0] ?? 0) - index));
      const next = await look({ cursor: found.next_cursor ?? "" });
      expect(next.result[0]).toBe((found.result.at(-1) ?? 0) - 1);
    },
  );

  test.each([30_000, 100_000, 170_000])("row %i is located as precisely when the rows are unordered on disk", async (offset) => {
    const found = await look({ cur_page: offset / 100 + 1 }, { keys: scattered });
    const [number = 0] = found.result;
    const rank = await database.transaction(staff, async (tx) => {
      const { rows } = await sql<{ rank: number }>`select count(*) as rank from audit_log
        where provider_uuid = ${providerUuid} and subject_uuid < md5(${String(number)})::uuid`.execute(tx);
      return rows[0]?.rank ?? 0;
    });
    expect(Math.abs(rank - offset)).toBeLessThan(rowCount / 100);
  });

  test("the last page of a long list ends with its last row, whatever the estimate said", async () => {
    for (const cur_page of [2100, 10_000_000]) {
      const last = await look({ cur_page });
      expect(last.result).toEqual(Array.from({ length: 100 }, (_, index) => 100 - index));
      expect(last.next_cursor).toBeNull();
    }
  });

  test("pages near the end follow each other without gaps, and the last page by the total is the end of the list", async () => {
    const { total } = await look({ cur_page: 1000 });
    const last = Math.ceil(total / 100);
    const pages = [];
    for (let cur_page = last - 30; cur_page <= last; cur_page += 1) pages.push(await look({ cur_page }));
    const rows = pages.flatMap(({ result }) => result);
    expect(rows).toEqual(Array.from({ length: rows.length }, (_, index) => rows.length - index));
    expect(rows.length).toBe(3000 + (total - (last - 1) * 100));
    expect(pages.findIndex(({ next_cursor }) => next_cursor === null)).toBe(30);
  });

  test("a page past the end of a short list is empty", async () => {
    for (const cur_page of [21, 200, 10_000_000])
      expect(await look({ cur_page }, { action: "test.rare" })).toEqual({
        result: [],
        total: 2000,
        total_is_exact: true,
        next_cursor: null,
      });
    expect(await look({}, { action: "test.none" })).toEqual({ result: [], total: 0, total_is_exact: true, next_cursor: null });
  });
});

describe("a list known to be short", () => {
  test.each([
    ["by id", newestFirst],
    ["in another order", scattered],
    ["by keys of two directions", mixed],
  ])("%s has the same pages and totals as without that hint", async (_what, keys) => {
    const few = { keys, action: "test.rare" };
    for (const cur_page of [1, 2, 20, 21, 200]) {
      const expected = await look({ cur_page }, few);
      expect(await look({ cur_page }, { ...few, isShort: true })).toEqual(expected);
      expect(expected.total).toBe(2000);
    }
    const rows: number[] = [];
    for (let cursor: string | undefined; rows.length < 2000;) {
      const some = await look({ page_size: 300, cursor }, { ...few, isShort: true });
      expect(some).toMatchObject({ total: 2000, total_is_exact: true });
      expect(some.next_cursor === null).toBe(rows.length + some.result.length === 2000);
      rows.push(...some.result);
      cursor = some.next_cursor ?? undefined;
    }
    expect(new Set(rows).size).toBe(2000);
  });

  test("is empty without rows", async () => {
    const nothing = { result: [], total: 0, total_is_exact: true, next_cursor: null };
    expect(await look({}, { action: "test.none", isShort: true })).toEqual(nothing);
  });
});

describe("the total", () => {
  test("is exact up to 10,000, on every page", async () => {
    const first = await look({}, { action: "test.rare" });
    expect(first).toMatchObject({ total: 2000, total_is_exact: true });
    expect(await look({ cursor: first.next_cursor ?? "" }, { action: "test.rare" })).toMatchObject({ total: 2000, total_is_exact: true });
    const last = await look({ cur_page: 20 }, { action: "test.rare" });
    expect(last).toMatchObject({ total: 2000, total_is_exact: true, next_cursor: null });
  });

  test("is marked as an estimate above 10,000, and excludes other tenants' rows", async () => {
    for (const cur_page of [1, 500]) {
      const { total, total_is_exact } = await look({ cur_page });
      expect(total_is_exact).toBe(false);
      expect(Math.abs(total - rowCount)).toBeLessThan(rowCount / 20);
    }
  });

  test("of a range of the list is estimated too", async () => {
    const { total, total_is_exact } = await look({}, { from: rowCount - 30_000 });
    expect(total_is_exact).toBe(false);
    expect(Math.abs(total - 30_000)).toBeLessThan(3000);
  });

  test("is estimated even without statistics", async () => {
    const owner = new pg.Client({ connectionString: fresh.ownerUrl });
    await owner.connect();
    await owner.query("begin; alter table audit_log no force row level security; create table copied as select * from audit_log; commit");
    await owner.query("alter table audit_log force row level security; grant select on copied to quayside_app");
    const total = await database.transaction(staff, (tx) => {
      const copied = tx.withTables<{ copied: DB["audit_log"] }>();
      return estimateTotal(tx, {
        table: "copied",
        base: copied.selectFrom("copied").where("provider_uuid", "=", providerUuid),
        keys: newestFirst,
      });
    });
    await owner.query("drop table copied");
    await owner.end();
    expect(Math.abs(total - rowCount)).toBeLessThan(rowCount / 50);
  });

  test("is 0 for a tenant without rows", async () => {
    const got = await database.transaction({ kind: "provider", providerUuid: otherUuid }, (tx) => page(tx, {}));
    expect(got).toEqual({ ok: true, value: { result: [], total: 0, total_is_exact: true, next_cursor: null } });
  });
});

describe("a walk by cursor", () => {
  test("has no gaps or duplicates while rows are inserted at the head", async () => {
    const seen: number[] = [];
    let cursor: string | null | undefined;
    let written = 0;
    while (cursor !== null && seen.length < 3000) {
      const got = await look({ cursor: cursor ?? undefined });
      seen.push(...got.result);
      cursor = got.next_cursor;
      await database.transaction(staff, async (tx) => {
        for (let count = 0; count < 7; count += 1, written += 1)
          await tx
            .insertInto("audit_log")
            .values({
              provider_uuid: providerUuid,
              audit_uuid: newId(),
              at: new Date(),
              action: "test.new",
              subject_type: String(900_000 + written),
            })
            .execute();
      });
    }
    expect(written).toBeGreaterThan(200);
    expect(seen).toEqual(Array.from({ length: seen.length }, (_, index) => rowCount - index));
  });

  test("reaches the end and reports it", async () => {
    const seen: number[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const got = await look({ cursor: cursor ?? undefined, page_size: 199 }, { action: "test.rare" });
      seen.push(...got.result);
      cursor = got.next_cursor;
    }
    expect(seen).toEqual(Array.from({ length: 2000 }, (_, index) => rowCount - index * 100));
  });

  test("follows sort keys in different directions, to the microsecond", async () => {
    const seen: number[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null && seen.length < 95) {
      const got = await look({ cursor: cursor ?? undefined, page_size: 7 }, { keys: mixed, action: "test.usual" });
      seen.push(...got.result);
      cursor = got.next_cursor;
    }
    // Ten rows share a second: seconds go down, numbers within one up.
    const wanted = Array.from({ length: rowCount + 1 }, (_, number) => number)
      .slice(-150)
      .filter((number) => number % 100 !== 0)
      .toSorted((a, b) => Math.floor(b / 10) - Math.floor(a / 10) || a - b);
    expect(seen).toEqual(wanted.slice(0, seen.length));
  });
});

describe("a cursor", () => {
  const keys = mixed;
  const good = ["2026-02-28 23:59:59.000001+00", "018bcfe5-6800-7000-8000-000000000001"];

  test("decodes to the values it was encoded from", () => {
    expect(decodeCursor("test.log", keys, encodeCursor("test.log", good))).toEqual(good);
  });

  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  test.each([
    ["nothing", ""],
    ["no JSON", "%%%%"],
    ["half of one", encodeCursor("test.log", good).slice(0, 30)],
    ["null", encoded(null)],
    ["another list's", encodeCursor("test.other", good)],
    ["one with a key too few", encoded(["test.log", good[0]])],
    ["one with a key too many", encoded(["test.log", ...good, "1"])],
    ["one with a number", encoded(["test.log", 5, good[1]])],
    ["one with a day that never was", encoded(["test.log", "2026-02-30 00:00:00+00", good[1]])],
    ["one with an hour that never was", encoded(["test.log", "2026-02-28 25:00:00+00", good[1]])],
    ["one with SQL", encoded(["test.log", "2026-02-28 00:00:00+00' or true --", good[1]])],
    ["one with no uuid", encoded(["test.log", good[0], "018bcfe5"])],
  ])("%s is a parameter error", async (_what, cursor) => {
    expect(decodeCursor("test.log", keys, cursor)).toBeNull();
    const got = await database.transaction(staff, (tx) => page(tx, { cursor }, { keys }));
    expect(got).toEqual({ ok: false, problem: "parameterError" });
  });

  test("decodes to null if the database would reject its text or number", () => {
    const text: SortKeys = [{ column: sql.ref("action"), type: "text", direction: "asc" }];
    expect(decodeCursor("test.log", text, encoded(["test.log", "a'b\u{1f600}"]))).toEqual(["a'b\u{1f600}"]);
    expect(decodeCursor("test.log", text, encoded(["test.log", "a\0b"]))).toBeNull();
    const numbers: SortKeys = [{ column: sql.ref("action"), type: "bigint", direction: "asc" }];
    expect(decodeCursor("test.log", numbers, encoded(["test.log", "-12"]))).toEqual(["-12"]);
    expect(decodeCursor("test.log", numbers, encoded(["test.log", "9".repeat(19)]))).toBeNull();
  });

  test("with fewer values than keys throws as a bug", () => {
    expect(() => isAfter(keys, ["2026-01-01 00:00:00+00"])).toThrow("a value for each key");
  });
});
