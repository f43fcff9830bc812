import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "#server/platform/db/database.ts";
import type { Database } from "#server/platform/db/database.ts";
import { actAs } from "#server/platform/db/row-security.ts";
import type { Acting, Tx } from "#server/platform/db/row-security.ts";
import { fillEveryTable, insertion, nameWarehouse, rowOf, tablesOf } from "./fill.ts";
import type { TableShape } from "./fill.ts";
import { actingOf, inhabitants } from "./inhabitants.ts";
import { freshDatabase } from "./postgres.ts";
import type { FreshDatabase } from "./postgres.ts";

// Every table is filled with everyone's rows, each in a warehouse of its own. An operator who is bound to one of these warehouses: which rows are there?

const { alphaOperator, alphaProvider, one, two } = inhabitants;
const everyone = Object.values(inhabitants);
const [own, other] = [nameWarehouse(one), nameWarehouse(two)];
const unbound = actingOf(alphaOperator);
const bound: Acting = { ...unbound, warehouseUuids: [own] };

/** Tables with a warehouse that operators cannot read at all, or read otherwise. */
const readOtherwise: Record<string, string> = {
  event: "sent by the platform, which knows who is bound to what",
  operator_warehouse: "the provider's; an operator sees to what it is bound itself",
};
/** What belongs to a receipt, a stocktake or an order, and so to its warehouse. */
const parents = { receipt_uuid: "receipt", stocktake_uuid: "stocktake", order_uuid: "sales_order" } as const;
/** Tables that refer to one of these without belonging to it. */
const otherwiseRelated: Record<string, string> = {
  payment_receipt: "a customer's paid invoice, which no provider reads",
  charge: "filled without an order; has a warehouse of its own",
  wall_slot: "filled without an order; has a warehouse of its own",
  work_entry: "filled without an order; has a warehouse of its own",
};

let fresh: FreshDatabase;
let database: Database;
let tables: readonly TableShape[];

beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase(fresh.appUrl, { connections: 2 });
  const owner = new pg.Client({ connectionString: fresh.ownerUrl });
  await owner.connect();
  await fillEveryTable(owner, everyone);
  tables = await tablesOf(owner);
  await owner.end();
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

const hasColumn = (column: string) => (table: TableShape) => table.columns.some(({ name }) => name === column);
const inWarehouses = () => tables.filter(hasColumn("warehouse_uuid")).filter(({ name }) => readOtherwise[name] === undefined);

function read<T>(acting: Acting, work: (tx: Tx) => Promise<T>): Promise<T> {
  return database.transaction(acting, work);
}

/** Counts an operator's rows of a table by warehouse. */
async function countByWarehouse(acting: Acting, table: string): Promise<Map<string | null, number>> {
  const { rows } = await read(acting, (tx) =>
    sql<{ warehouse_uuid: string | null; rows: number }>`
      select warehouse_uuid, count(*) as rows from ${sql.table(table)} group by 1`.execute(tx),
  );
  return new Map(rows.map((row) => [row.warehouse_uuid, row.rows]));
}

/** Counts an operator's rows of a table by what they belong to. */
async function countByParent(acting: Acting, table: string, column: string): Promise<Map<string, number>> {
  const { rows } = await read(acting, (tx) =>
    sql<{
      parent: string;
      rows: number;
    }>`select ${sql.ref(column)} as parent, count(*) as rows from ${sql.table(table)} group by 1`.execute(tx),
  );
  return new Map(rows.map((row) => [row.parent, row.rows]));
}

describe("an operator who is bound to a warehouse", () => {
  it("sees no row of another warehouse in any table that has one, and sees the own ones", async () => {
    expect(inWarehouses().length).toBeGreaterThan(10);
    for (const { name } of inWarehouses()) {
      expect([...(await countByWarehouse(bound, name)).keys()], name).toEqual([own]);
      expect([...(await countByWarehouse(unbound, name)).keys()], name).toEqual(expect.arrayContaining([own, other]));
    }
  });

  it("sees nothing that belongs to a receipt, a stocktake or an order of another warehouse", async () => {
    let tried = 0;
    for (const [column, parent] of Object.entries(parents))
      for (const { name } of tables.filter(hasColumn(column)).filter((table) => table.name !== parent)) {
        if (otherwiseRelated[name] !== undefined) continue;
        const [seen, all] = [await countByParent(bound, name, column), await countByParent(unbound, name, column)];
        expect(seen.size, name).toBe(1);
        expect(all.size, name).toBeGreaterThan(1);
        tried += 1;
      }
    expect(tried).toBeGreaterThan(20);
  });

  it("adds no row to another warehouse", async () => {
    const refusals = await database.begin(async (tx) => {
      actAs(tx, bound);
      const found: string[] = [];
      for (const table of inWarehouses()) {
        // A new key, in another warehouse of the same provider.
        const row = rowOf(table, two);
        if (row === null) continue;
        const { text, values } = insertion(table, row);
        await sql`savepoint before`.execute(tx);
        const parts = text.split(/\$(\d+)/).map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql.val(values[Number(part) - 1])));
        const refusal = await sql
          .join(parts, sql.raw(""))
          .execute(tx)
          .then(
            () => "added",
            (error: unknown) => (error instanceof pg.DatabaseError ? error.code : String(error)),
          );
        await sql`rollback to savepoint before`.execute(tx);
        // insufficient_privilege: by the policy, or because the application may not write there at all
        if (refusal !== "42501") found.push(`${table.name}: ${refusal}`);
      }
      return found;
    });
    expect(refusals).toEqual([]);
  });

  it("sees its own entries of the audit log, its own imports and no reconciliation of all warehouses", async () => {
    const count = (acting: Acting, table: string) =>
      read(acting, async (tx) => (await sql`select from ${sql.table(table)}`.execute(tx)).rows.length);
    for (const table of ["audit_log", "audit_person", "import_job", "import_row"]) {
      expect(await count(bound, table), table).toBe(1);
      expect(await count(unbound, table), table).toBeGreaterThan(1);
    }
    expect(await count(bound, "stock_reconciliation")).toBe(0);
    expect(await count(unbound, "stock_reconciliation")).toBeGreaterThan(1);
  });

  it("sees all of them again when the transaction acts for somebody else", async () => {
    const counts = await read(bound, async (tx) => {
      const before = (await sql`select from warehouse`.execute(tx)).rows.length;
      actAs(tx, actingOf(alphaProvider));
      return [before, (await sql`select from warehouse`.execute(tx)).rows.length > 1];
    });
    expect(counts).toEqual([1, true]);
  });
});

describe("policies", () => {
  it("of what has a warehouse are restrictive and named after their table", async () => {
    const { rows } = await read(unbound, (tx) =>
      sql<{ name: string }>`select c.relname::text as name from pg_policy p join pg_class c on c.oid = p.polrelid
        where not p.polpermissive and p.polname = c.relname || '_in_warehouse'`.execute(tx),
    );
    const having = new Set(rows.map(({ name }) => name));
    const wanted = tables
      .filter((table) => ["warehouse_uuid", ...Object.keys(parents)].some((column) => hasColumn(column)(table)))
      .map(({ name }) => name)
      .filter((name) => readOtherwise[name] === undefined && otherwiseRelated[name] === undefined);
    expect(wanted.filter((name) => !having.has(name))).toEqual([]);
  });
});
