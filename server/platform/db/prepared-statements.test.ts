import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshDatabase } from "#tests/server/postgres.ts";
import { openDatabase } from "./database.ts";
import type { Database } from "./database.ts";
import { actingFor, platform } from "./row-security.ts";
import type { Tx } from "./row-security.ts";
import { StatementNames } from "./statement-names.ts";

let owner: pg.Client;
let database: Database;
let drop: () => Promise<void>;

beforeAll(async () => {
  const fresh = await freshDatabase();
  drop = fresh.drop;
  owner = new pg.Client({ connectionString: fresh.ownerUrl });
  await owner.connect();
  await owner.query(
    "create table shelf_life (days int); grant select, insert on shelf_life to quayside_app; insert into shelf_life values (30)",
  );
  database = openDatabase(fresh.appUrl, { connections: 3 });
});
afterAll(async () => {
  await owner.end();
  await database.close();
  await drop();
});

const everything = sql<Record<string, number>>`select * from shelf_life`;
const readAll = () => database.read(async (tx) => (await everything.execute(tx)).rows);
/** On every connection of the pool, several times, so that each has prepared it. */
const readOften = () => Promise.all(Array.from({ length: 12 }, readAll));

/** Runs work on one connection, on which it is alone. */
async function onOneConnection<T>(work: (one: Database) => Promise<T>): Promise<T> {
  const one = openDatabase(database.pool.options.connectionString ?? "", { connections: 1 });
  try {
    return await work(one);
  } finally {
    await one.close();
  }
}

const countPrepared = (one: Database) =>
  one.read(async (tx) => (await sql<{ count: number }>`select count(*) as count from pg_prepared_statements`.execute(tx)).rows[0]?.count);

describe("a statement that repeats", () => {
  test("is prepared from its second use on", async () => {
    await onOneConnection(async (one) => {
      const readOnce = () => one.read((tx) => sql`select days from shelf_life where days > ${1}`.execute(tx));
      await readOnce();
      expect(await countPrepared(one)).toBe(0);
      await readOnce();
      await readOnce();
      expect(await countPrepared(one)).toBe(2);
    });
  });

  test("returns a column that a migration has added since, on every connection", async () => {
    await readOften();
    await owner.query("alter table shelf_life add column hours int not null default 5");
    for (const rows of await readOften()) expect(rows).toEqual([{ days: 30, hours: 5 }]);
    await owner.query("alter table shelf_life drop column hours");
    for (const rows of await readOften()) expect(rows).toEqual([{ days: 30 }]);
  });

  test("follows a change of the role's rights and of the policies", async () => {
    await readOften();
    await owner.query("revoke select on shelf_life from quayside_app");
    await expect(readAll()).rejects.toThrow("permission denied");
    await owner.query("grant select on shelf_life to quayside_app; alter table shelf_life enable row level security");
    for (const rows of await readOften()) expect(rows).toEqual([]);
    await owner.query("create policy everyone on shelf_life using (true)");
    for (const rows of await readOften()) expect(rows).toHaveLength(1);
    await owner.query("drop policy everyone on shelf_life; alter table shelf_life disable row level security");
  });

  test("is planned again after it was slow", async () => {
    await onOneConnection(async (one) => {
      const wait = (seconds: number) => one.read((tx) => sql`select pg_sleep(${seconds}) from shelf_life`.execute(tx));
      const listNames = () =>
        one.read(async (tx) => {
          const named = sql<{
            name: string;
          }>`select name from pg_prepared_statements where statement like '%pg_sleep%' and statement not like '%like%'`;
          return (await named.execute(tx)).rows.map(({ name }) => name);
        });
      for (let time = 0; time < 3; time += 1) await wait(0);
      expect(await listNames()).toHaveLength(1);
      await wait(0.6);
      await wait(0);
      expect(await listNames()).toHaveLength(2);
    });
  });

  test("works after its connection has lost it", async () => {
    await onOneConnection(async (one) => {
      const readOnce = () => one.read(async (tx) => (await everything.execute(tx)).rows);
      for (let time = 0; time < 3; time += 1) await readOnce();
      await one.begin((tx) => sql`deallocate all`.execute(tx));
      expect(await readOnce()).toEqual([{ days: 30 }]);
    });
  });

  test("is closed once 200 others were used since, and prepared again when it returns", async () => {
    await onOneConnection(async (one) => {
      const readNumber = (number: number) =>
        one.read(async (tx) => (await sql<{ n: number }>`select ${sql.lit(number)} + days as n from shelf_life`.execute(tx)).rows[0]?.n);
      for (let number = 0; number < 230; number += 1) for (let time = 0; time < 2; time += 1) await readNumber(number);
      expect(await countPrepared(one)).toBeLessThanOrEqual(200);
      expect(await readNumber(0)).toBe(30);
      expect(await readNumber(229)).toBe(259);
    });
  });
});

describe("statements", () => {
  test("that do not wait for each other cost one round trip together with the beginning of their transaction", async () => {
    await onOneConnection(async (one) => {
      const readTwo = () => one.read((tx) => Promise.all([everything.execute(tx), sql`select 1`.execute(tx)]));
      await readTwo();
      const { statements, roundTrips } = { ...one.traffic };
      await readTwo();
      expect(one.traffic.statements - statements).toBe(3);
      expect(one.traffic.roundTrips - roundTrips).toBe(1);
    });
  });

  test("that travel together all fail with the first, and leave a connection that works", async () => {
    await onOneConnection(async (one) => {
      const failing = one.begin(async (tx) => {
        await sql`insert into shelf_life values (60)`.execute(tx);
        await Promise.all([sql`select 1 / 0`.execute(tx), everything.execute(tx)]);
      });
      await expect(failing).rejects.toThrow("division by zero");
      expect(await one.read(async (tx) => (await everything.execute(tx)).rows)).toEqual([{ days: 30 }]);
      expect(one.pool.totalCount).toBe(1);
    });
  });

  test("that fail together say why the first did, in whatever order they are noticed, and one that goes on meets no other transaction", async () => {
    await onOneConnection(async (one) => {
      const lateSteps = async (tx: Tx) => {
        await everything.execute(tx).catch(() => undefined);
        await everything.execute(tx).catch(() => undefined);
      };
      const failing = one.begin((tx) =>
        Promise.all([(async () => (await sql`select 1 / 0`.execute(tx)).rows)(), everything.execute(tx), lateSteps(tx)]),
      );
      await expect(failing).rejects.toThrow("division by zero");
      const inOrder = one.begin((tx) => Promise.all([sql`select 1 / 0`.execute(tx).then(async (found) => found), everything.execute(tx)]));
      await expect(inOrder).rejects.toThrow("division by zero");
      expect(await one.read(async (tx) => (await everything.execute(tx)).rows)).toEqual([{ days: 30 }]);
    });
  });

  test("of a read whose failure was passed over make it fail at its end", async () => {
    // PostgreSQL sends the error before it says that the transaction has failed: now and then the one arrives without the other.
    for (let time = 0; time < 300; time += 1) {
      const passing = database.read(async (tx) => {
        await sql`select 1 / 0`.execute(tx).catch(() => undefined);
        return "done";
      });
      await expect(passing).rejects.toThrow("division by zero");
    }
  });

  test("are refused beside a part of their transaction that acts for another principal, and accepted after it", async () => {
    const supplier = { kind: "provider", providerUuid: "00000000-0000-4000-8000-000000000001" } as const;
    const kind = sql<{ kind: string }>`select acting_kind() as kind`;
    const beside = database.transaction(supplier, (tx) =>
      Promise.all([actingFor(tx, platform, supplier, () => kind.execute(tx)), kind.execute(tx)]),
    );
    await expect(beside).rejects.toThrow("beside a part of its transaction");
    const after = await database.transaction(supplier, async (tx) => {
      const part = await actingFor(tx, platform, supplier, async () => actingFor(tx, supplier, platform, () => kind.execute(tx)));
      return [part.rows[0]?.kind, (await kind.execute(tx)).rows[0]?.kind];
    });
    expect(after).toEqual(["provider", "provider"]);
  });

  test("that change something are refused in a read", async () => {
    const insertion = database.read((tx) => sql`insert into shelf_life values (90)`.execute(tx));
    await expect(insertion).rejects.toMatchObject({ code: "25006" });
  });
});

test("a text gets its name with its second use; utility commands and very long texts get none", () => {
  const names = new StatementNames();
  const getName = (text: string) => names.use(text).name;
  expect([getName("select 1"), getName("select 2"), getName("select 1")]).toEqual([undefined, undefined, "q1"]);
  for (const text of ["begin read only", "savepoint work", "set local role x", `select '${"x".repeat(30_000)}'`])
    expect([getName(text), getName(text)]).toEqual([undefined, undefined]);
  names.replan("select 1");
  const { name, text } = names.use("select 1");
  expect(name).not.toBe("q1");
  expect(text).toBe("select 1\n-- 1");
  names.renew();
  expect([getName("select 1"), getName("select 1")]).toEqual([undefined, "q4"]);
});
