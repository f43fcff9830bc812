import { sql } from "kysely";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { Condition } from "#src/warehouse/stock/stock.rules.ts";
import { getLotRefusal } from "#src/warehouse/stock/stock.rules.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { findVariantsBySku } from "#server/warehouse/goods/variants.queries.ts";
import type { VariantRow } from "#server/warehouse/goods/variants.queries.ts";
import { readText, readWhole } from "#server/warehouse/imports/import-cell-validation.ts";
import type { Checked, ImportScope, PreparedRow, RowProblem, SheetRow } from "#server/warehouse/imports/import-kind.ts";
import { findLocationsByBarcode } from "#server/warehouse/warehouses/locations.queries.ts";
import type { LocationRow } from "#server/warehouse/warehouses/locations.queries.ts";
import { findWarehousesByName } from "#server/warehouse/warehouses/warehouses.queries.ts";
import { findEarlierOpenings } from "./repeated-openings.commands.ts";
import type { OpeningRow } from "./opening-row.ts";

const mostPieces = 1_000_000;
const longestLot = 80;

/** The conditions that the words of the column `state` stand for. */
const states: Readonly<Record<string, Condition>> = {
  "": "good",
  qualified: "good",
  合格: "good",
  unqualified: "damaged",
  不合格: "damaged",
};

/** Looked up once for all rows; keys are in lower case. */
interface Known {
  readonly warehouses: ReadonlyMap<string, { warehouse_uuid: string }>;
  readonly locations: ReadonlyMap<string, LocationRow>;
  readonly owners: ReadonlyMap<string, string>;
  readonly variants: ReadonlyMap<string, ReadonlyMap<string, VariantRow>>;
}

function cell(row: SheetRow, field: string): string {
  return row.values[field] ?? "";
}
const word = (row: SheetRow, field: string) => cell(row, field).toLowerCase();
const listWords = (rows: readonly SheetRow[], field: string) => [...new Set(rows.map((row) => word(row, field)))];

/** Finds the provider's retailers by name. A name that two of them share is left out, because it is ambiguous. */
async function ownersByName(tx: Tx, { providerUuid }: ImportScope, names: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; owner: string }>`
    select lower(r.name) as name, min(r.retailer_uuid::text) as owner
    from retailer r join retailer_provider rp on rp.retailer_uuid = r.retailer_uuid
    where rp.provider_uuid = ${providerUuid} and lower(r.name) = any (${[...names]}::text[])
    group by lower(r.name) having count(*) = 1`.execute(tx);
  return new Map([["", providerUuid], ...rows.map(({ name, owner }): [string, string] => [name, owner])]);
}

async function findKnown(tx: Tx, scope: ImportScope, rows: readonly SheetRow[]): Promise<Known> {
  const owners = await ownersByName(tx, scope, listWords(rows, "retailer"));
  const variants = new Map<string, Map<string, VariantRow>>();
  for (const [name, part] of Map.groupBy(rows, (row) => word(row, "retailer"))) {
    const owner = owners.get(name);
    if (owner !== undefined) variants.set(name, await findVariantsBySku(tx, scope.providerUuid, owner, listWords(part, "sku")));
  }
  return {
    owners,
    variants,
    warehouses: await findWarehousesByName(tx, scope.providerUuid, listWords(rows, "warehouse")),
    locations: await findLocationsByBarcode(tx, scope.providerUuid, listWords(rows, "location")),
  };
}

type Blame = (field: string | null, code: RefusalName) => null;

function findLocation(row: SheetRow, { warehouses, locations }: Known, blame: Blame): LocationRow | null {
  const warehouse = warehouses.get(word(row, "warehouse"));
  const location = locations.get(cell(row, "location").trim().toUpperCase());
  if (warehouse === undefined) blame("warehouse", "stock.warehouseUnknown");
  if (location === undefined) return blame("location", "stock.locationUnknown");
  if (warehouse === undefined) return null;
  if (location.warehouse_uuid !== warehouse.warehouse_uuid) return blame("location", "stock.locationElsewhere");
  return location.is_blocked ? blame("location", "stock.locationBlocked") : location;
}

function findProduct(row: SheetRow, { owners, variants }: Known, blame: Blame): VariantRow | null {
  const name = word(row, "retailer");
  if (!owners.has(name)) return blame("retailer", "stock.retailerUnknown");
  const product = variants.get(name)?.get(word(row, "sku"));
  if (product === undefined) return blame("sku", "stock.skuUnknown");
  if (product.is_bundle) return blame("sku", "stock.bundleHasNoStock");
  const problem = getLotRefusal(product, cell(row, "lot"));
  return problem === null ? product : blame("lot", problem);
}

function checkRow(row: SheetRow, known: Known, seen: Set<string>): { problems: RowProblem[]; prepared: PreparedRow<OpeningRow>[] } {
  const problems: RowProblem[] = [];
  const blame: Blame = (field, code) => {
    problems.push({ number: row.number, field, code });
    return null;
  };
  const read = <T>(field: string, value: Result<T, RefusalName>) => (value.ok ? value.value : blame(field, value.problem));
  const location = findLocation(row, known, blame);
  const product = findProduct(row, known, blame);
  const lot = read("lot", readText(cell(row, "lot"), longestLot));
  const condition = states[word(row, "state")] ?? blame("state", "stock.stateUnknown");
  const quantity = read("quantity", readWhole(cell(row, "quantity"), { min: 1, max: mostPieces }));
  if (location === null || product === null || lot === null || condition === null || quantity === null) return { problems, prepared: [] };
  const { variant_uuid, owner_uuid } = product;
  const key = [variant_uuid, location.location_uuid, condition, lot].join(" ");
  if (seen.has(key)) blame(null, "stock.rowTwice");
  seen.add(key);
  if (problems.length > 0) return { problems, prepared: [] };
  const { location_uuid, warehouse_uuid } = location;
  const opening = { variant_uuid, owner_uuid, warehouse_uuid, location_uuid, lot, condition, quantity };
  return { problems, prepared: [{ number: row.number, row: opening }] };
}

/** Checks the rows of a workbook of opening stock, with a few statements and one for each owner, for any number of rows. */
export async function checkOpeningRows(tx: Tx, scope: ImportScope, rows: readonly SheetRow[]): Promise<Checked<OpeningRow>> {
  const known = await findKnown(tx, scope, rows);
  const seen = new Set<string>();
  const problems: RowProblem[] = [];
  const prepared: PreparedRow<OpeningRow>[] = [];
  for (const row of rows) {
    const checked = checkRow(row, known, seen);
    problems.push(...checked.problems);
    prepared.push(...checked.prepared);
  }
  const again = await findEarlierOpenings(tx, scope.providerUuid, prepared);
  for (const number of again) problems.push({ number, field: null, code: "stock.openedAlready" });
  return { problems, prepared: prepared.filter(({ number }) => !again.has(number)) };
}
