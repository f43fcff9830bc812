import { Duplex } from "node:stream";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshDatabase } from "#tests/server/postgres.ts";
import { openDatabase } from "./database.ts";
import type { Database } from "./database.ts";
import { RowMessage, readMessages } from "./row-client.ts";

let database: Database;
let plain: pg.Client;
let drop: () => Promise<void>;

beforeAll(async () => {
  const fresh = await freshDatabase();
  drop = fresh.drop;
  plain = new pg.Client({ connectionString: fresh.appUrl, options: "-c timezone=UTC" });
  await plain.connect();
  database = openDatabase(fresh.appUrl, { connections: 1 });
});
afterAll(async () => {
  await plain.end();
  await database.close();
  await drop();
});

/** A value of each type that the product reads, at its limits. */
const everyType = `select n, (array[0, 7, -2147483648, 2147483647])[1 + n % 4] as whole, (n - 3)::smallint as small, n % 2 = 0 as is_even,
  ('01a22972-73a6-740b-8f2f-36a58494' || lpad(n::text, 4, '0'))::uuid as id, nullif(n, 3)::numeric / 7 as share, 1.5::float8 * n as half,
  '2026-11-29 22:31:40+00'::timestamptz + n * interval '1.2345 seconds' as at, case when n = 4 then 'infinity'::timestamptz end as never,
  date '2026-02-28' as day, repeat('a', n) as latin, 'Größe 货架 😀 ' || n as mixed, '' as nothing, null::text as missing, '\\x00ff7e'::bytea as bytes,
  jsonb_build_object('n', n, 'text', '货') as object, array['a', 'b"c', null] as texts, array[1, 2] as numbers, 'x'::char(3) as padded from generate_series(1, 60) as n`;

const readAll = (text: string) => database.read(async (tx) => (await sql.raw<Record<string, unknown>>(text).execute(tx)).rows);

describe("rows of a prepared statement", () => {
  test("have the values that pg's own client reads, at its first use and later", async () => {
    const { rows } = await plain.query<Record<string, unknown>>(everyType);
    for (let use = 1; use <= 4; use += 1) expect(await readAll(everyType)).toEqual(rows);
  });

  test("have exact integers of eight bytes", async () => {
    const text =
      "select 9007199254740991::bigint as largest, -9007199254740991::bigint as smallest, 123456789012345::bigint as longest, 0::bigint as zero";
    for (let use = 1; use <= 3; use += 1)
      expect(await readAll(text)).toEqual([{ largest: 2 ** 53 - 1, smallest: 1 - 2 ** 53, longest: 123_456_789_012_345, zero: 0 }]);
  });

  test("arrive whole if they are larger than what arrives at once", async () => {
    const text = "select n, repeat('x', n * 50000) as wide, repeat('货', 1000) as words from generate_series(0, 12) as n";
    const { rows } = await plain.query<Record<string, unknown>>(text);
    for (let use = 1; use <= 3; use += 1) expect(await readAll(text)).toEqual(rows);
  });

  test("are none if it returns none, and are counted if it changes some", async () => {
    const change = () =>
      database.begin(async (tx) => {
        await sql`create temporary table if not exists crate (n int) on commit drop`.execute(tx);
        const { numAffectedRows } = await sql`insert into crate select * from generate_series(1, 5)`.execute(tx);
        const { rows } = await sql`select n from crate where n > 9`.execute(tx);
        return [numAffectedRows, rows];
      });
    for (let use = 1; use <= 4; use += 1) expect(await change()).toEqual([5n, []]);
  });

  test("are not read past an error, after which the connection works", async () => {
    const text = "select 12 / (n - 3) as share from generate_series(1, 5) as n";
    for (let use = 1; use <= 3; use += 1) await expect(readAll(text)).rejects.toThrow("division by zero");
    expect(await readAll("select 1 as one")).toEqual([{ one: 1 }]);
  });

  test("cannot be asked for with a value that no parameter can have", async () => {
    const loop: unknown[] = [];
    loop.push({ toPostgres: () => loop[0] });
    const ask = () => database.read((tx) => sql`select ${loop[0]}::text as value`.execute(tx));
    for (let use = 1; use <= 3; use += 1) await expect(ask()).rejects.toThrow("circular reference");
    expect(await readAll("select 1 as one")).toEqual([{ one: 1 }]);
  });
});

/** Builds a message: its code, its length and its body. */
function buildMessage(code: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(code), length, body]);
}

/** Builds a row of texts. */
function buildRow(...values: (string | null)[]): Buffer {
  const parts = values.map((value) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(value === null ? -1 : Buffer.byteLength(value));
    return Buffer.concat([length, Buffer.from(value ?? "")]);
  });
  return buildMessage("D", Buffer.concat([Buffer.from([0, values.length]), ...parts]));
}

describe("messages", () => {
  const sent = Buffer.concat([
    buildMessage("2", Buffer.alloc(0)),
    buildRow("a", null, "货架"),
    buildRow("b".repeat(200), "", "D"),
    buildMessage("C", Buffer.from("SELECT 2\0")),
    buildMessage("Z", Buffer.from("T")),
    buildRow(),
    buildMessage("Z", Buffer.from("I")),
  ]);
  const expected = [
    "bindComplete",
    ["a", null, "货架"],
    ["b".repeat(200), "", "D"],
    "commandComplete",
    "readyForQuery",
    [],
    "readyForQuery",
  ];

  /** What is told of bytes that arrive in pieces of a size; copies, because pg's parser moves what it keeps. */
  function hear(size: number): unknown[] {
    const heard: unknown[] = [];
    const stream = new Duplex({ read: () => undefined });
    readMessages(stream, (told) => heard.push("fields" in told && told.name === "dataRow" ? told.fields : told.name));
    for (let at = 0; at < sent.length; at += size) stream.emit("data", Buffer.from(sent.subarray(at, at + size)));
    return heard;
  }

  test("are heard in their order, in whatever pieces they arrive", () => {
    for (let size = 1; size <= sent.length; size += 1) expect(hear(size), `${size} bytes at once`).toEqual(expected);
  });

  test("tell a row that arrives at once as its bytes", () => {
    const told: unknown[] = [];
    const stream = new Duplex({ read: () => undefined });
    readMessages(stream, (each) => told.push(each));
    stream.emit("data", buildRow("a"));
    expect(told[0]).toBeInstanceOf(RowMessage);
  });
});
