import type { RefusalName } from "#src/kit/api/codes.ts";
import { getAnnouncedLotRefusal } from "#src/warehouse/receipts/lot-and-expiry.rules.ts";
import { mostBoxes, mostLines, mostPieces } from "#src/warehouse/receipts/receipts.rules.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { findVariantsBySku } from "#server/warehouse/goods/variants.queries.ts";
import type { VariantRow } from "#server/warehouse/goods/variants.queries.ts";
import { readDay, readText, readWhole } from "#server/warehouse/imports/import-cell-validation.ts";
import type { Checked, ImportScope, PreparedRow, RowProblem, SheetRow } from "#server/warehouse/imports/import-kind.ts";
import { ImportRowReader } from "#server/warehouse/imports/import-row-reader.ts";
import { findWarehousesByName } from "#server/warehouse/warehouses/warehouses.queries.ts";

/** A line of a receipt as in a workbook. */
export interface ImportedLine {
  readonly reference: string;
  readonly warehouse_uuid: string;
  readonly expected_on: string | null;
  readonly box_number: number | null;
  readonly variant_uuid: string;
  readonly expected: number;
  readonly lot: string;
  /** `YYYY-MM-DD` */
  readonly expires_on: string | null;
  readonly remark: string;
}

/** Looked up once for all rows. */
interface Known {
  readonly warehouses: ReadonlyMap<string, { warehouse_uuid: string }>;
  readonly variants: ReadonlyMap<string, VariantRow>;
  /** references of the owner's receipts that are not cancelled, in lower case */
  readonly taken: ReadonlySet<string>;
  /** rows by receipt number, in lower case */
  readonly groups: ReadonlyMap<string, SheetRow[]>;
}

function cell(row: SheetRow, field: string): string {
  return row.values[field] ?? "";
}

function getReceiptNumber(row: SheetRow): string {
  return cell(row, "receipt_number").toLowerCase();
}

async function findTakenAmong(tx: Tx, { providerUuid }: ImportScope, ownerUuid: string, keys: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom("receipt")
    .select("reference_key")
    .where("provider_uuid", "=", providerUuid)
    .where("owner_uuid", "=", ownerUuid)
    .where("status", "<>", "cancelled")
    .where("reference_key", "in", keys)
    .execute();
  return new Set(rows.map(({ reference_key }) => reference_key));
}

/** Each is a parameter; a statement may have 65,535. */
const keysAtOnce = 20_000;

/** Returns which of these references, in lower case, receipts of the owner already have; cancelled receipts do not count. */
export async function findTakenReferences(tx: Tx, scope: ImportScope, ownerUuid: string, keys: readonly string[]): Promise<Set<string>> {
  const taken = new Set<string>();
  for (let from = 0; from < keys.length; from += keysAtOnce)
    for (const key of await findTakenAmong(tx, scope, ownerUuid, keys.slice(from, from + keysAtOnce))) taken.add(key);
  return taken;
}

function wholeUpTo(max: number) {
  return (text: string) => readWhole(text, { min: 1, max });
}

function textUpTo(length: number) {
  return (text: string) => readText(text, length);
}

/** Returns what is wrong with a row among the rows of its receipt. */
function groupProblem(row: SheetRow, { groups, taken }: Known): { field: string | null; code: RefusalName } | null {
  const number = getReceiptNumber(row);
  const [first = row, ...others] = groups.get(number) ?? [];
  if (taken.has(number)) return { field: "receipt_number", code: "receipts.referenceTaken" };
  if (others.length >= mostLines) return { field: "receipt_number", code: "receipts.tooManyLines" };
  const differs = (field: string) => cell(row, field).toLowerCase() !== cell(first, field).toLowerCase();
  const field = ["warehouse", "expected_on"].find(differs);
  return field === undefined ? null : { field, code: "receipts.unequalRows" };
}

/** Finds the product of a row among its owner's; reports the reason if it cannot be used. */
function findProduct(reader: ImportRowReader, row: SheetRow, { variants }: Known, hasDay: boolean): VariantRow | null {
  const product = variants.get(cell(row, "sku").toLowerCase());
  if (product === undefined) reader.addProblem("sku", "receipts.skuUnknown");
  else if (product.is_bundle) reader.addProblem("sku", "receipts.bundle");
  else {
    const notKept = getAnnouncedLotRefusal(product, { lot: cell(row, "lot"), hasDay });
    if (notKept !== null) reader.addProblem(notKept === "receipts.lotNotKept" ? "lot" : "expires_on", notKept);
  }
  return product ?? null;
}

function checkRow(row: SheetRow, known: Known): { problems: RowProblem[]; prepared: PreparedRow<ImportedLine> | null } {
  const reader = new ImportRowReader(row);
  const together = groupProblem(row, known);
  if (together !== null) reader.addProblem(together.field, together.code);
  const warehouse = known.warehouses.get(cell(row, "warehouse").toLowerCase());
  if (warehouse === undefined) reader.addProblem("warehouse", "receipts.warehouseUnknown");
  const reference = reader.read("receipt_number", textUpTo(100));
  const expected_on = reader.read("expected_on", readDay);
  const box_number = reader.read("box_number", wholeUpTo(mostBoxes));
  const expires_on = reader.read("expires_on", readDay);
  const product = findProduct(reader, row, known, expires_on !== null);
  const expected = reader.read("expected_quantity", wholeUpTo(mostPieces));
  const lot = reader.read("lot", textUpTo(60)) ?? "";
  const remark = reader.read("remark", textUpTo(500)) ?? "";
  const { problems } = reader;
  const isWhole = warehouse !== undefined && product !== null && reference !== null && expected !== null;
  if (problems.length > 0 || !isWhole) return { problems, prepared: null };
  const { warehouse_uuid } = warehouse;
  const line = {
    reference,
    warehouse_uuid,
    expected_on,
    box_number,
    variant_uuid: product.variant_uuid,
    expected,
    lot,
    expires_on,
    remark,
  };
  return { problems, prepared: { number: row.number, row: line } };
}

/** Checks the rows of a workbook of receipts, with three statements for any number of rows. */
export async function checkReceiptRows(tx: Tx, scope: ImportScope, rows: readonly SheetRow[]): Promise<Checked<ImportedLine>> {
  const ownerUuid = scope.retailerUuid ?? scope.providerUuid;
  const getWords = (field: string) => [...new Set(rows.map((row) => cell(row, field).toLowerCase()))];
  const known: Known = {
    warehouses: await findWarehousesByName(tx, scope.providerUuid, getWords("warehouse")),
    variants: await findVariantsBySku(tx, scope.providerUuid, ownerUuid, getWords("sku")),
    taken: await findTakenReferences(tx, scope, ownerUuid, getWords("receipt_number")),
    groups: Map.groupBy(rows, getReceiptNumber),
  };
  const checked = rows.map((row) => checkRow(row, known));
  return {
    problems: checked.flatMap(({ problems }) => problems),
    prepared: checked.flatMap(({ prepared }) => (prepared === null ? [] : [prepared])),
  };
}
