import type { RefusalName } from "#src/api/codes.ts";
import type { Result } from "#src/lib/result.ts";
import { mostBoxes, mostLines, mostPieces } from "#src/receipts/receipts.rules.ts";
import type { Tx } from "#server/db/tx.ts";
import { variantsBySku } from "#server/goods/variants.queries.ts";
import type { VariantRow } from "#server/goods/variants.queries.ts";
import { readDay, readText, readWhole } from "#server/imports/import-cells.ts";
import type { Checked, ImportScope, PreparedRow, RowProblem, SheetRow } from "#server/imports/import-kind.ts";
import { warehousesByName } from "#server/warehouses/warehouses.queries.ts";

/** A line of a receipt as a sheet announces it. */
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

/** What is looked up once for all rows. */
interface Known {
  readonly warehouses: ReadonlyMap<string, { warehouse_uuid: string }>;
  readonly variants: ReadonlyMap<string, VariantRow>;
  /** references of the owner's receipts, in lower case, that are not cancelled */
  readonly taken: ReadonlySet<string>;
  /** rows of each number, by the number in lower case */
  readonly groups: ReadonlyMap<string, SheetRow[]>;
}

function cell(row: SheetRow, field: string): string {
  return row.values[field] ?? "";
}

function numberOf(row: SheetRow): string {
  return cell(row, "receipt_number").toLowerCase();
}

async function takenReferences(tx: Tx, { providerUuid }: ImportScope, ownerUuid: string, keys: readonly string[]): Promise<Set<string>> {
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

/** One parameter each: a statement has 65,535. */
const keysAtOnce = 20_000;

/** Which of these numbers, in lower case, receipts of the owner have that are not cancelled. */
export async function allTaken(tx: Tx, scope: ImportScope, ownerUuid: string, keys: readonly string[]): Promise<Set<string>> {
  const taken = new Set<string>();
  for (let from = 0; from < keys.length; from += keysAtOnce)
    for (const key of await takenReferences(tx, scope, ownerUuid, keys.slice(from, from + keysAtOnce))) taken.add(key);
  return taken;
}

/** Reads one row's cells, collecting what is wrong with them. */
class RowReader {
  readonly problems: RowProblem[] = [];
  readonly #row: SheetRow;

  constructor(row: SheetRow) {
    this.#row = row;
  }

  blame(field: string | null, code: RefusalName): void {
    this.problems.push({ number: this.#row.number, field, code });
  }

  /** A cell's value; null where it is empty or wrong. */
  read<T>(field: string, parse: (text: string) => Result<T, RefusalName>): T | null {
    const text = cell(this.#row, field);
    if (text === "") return null;
    const value = parse(text);
    if (value.ok) return value.value;
    this.blame(field, value.problem);
    return null;
  }
}

function wholeUpTo(max: number) {
  return (text: string) => readWhole(text, { min: 1, max });
}

function textUpTo(length: number) {
  return (text: string) => readText(text, length);
}

/** What is wrong with a row as one of its receipt. */
function groupProblem(row: SheetRow, { groups, taken }: Known): { field: string | null; code: RefusalName } | null {
  const number = numberOf(row);
  const [first = row, ...others] = groups.get(number) ?? [];
  if (taken.has(number)) return { field: "receipt_number", code: "receipts.referenceTaken" };
  if (others.length >= mostLines) return { field: "receipt_number", code: "receipts.tooManyLines" };
  const differs = (field: string) => cell(row, field).toLowerCase() !== cell(first, field).toLowerCase();
  const field = ["warehouse", "expected_on"].find(differs);
  return field === undefined ? null : { field, code: "receipts.unequalRows" };
}

/** The product of a row, among its owner's; null where there is none, with the reason told. */
function productOf(reader: RowReader, row: SheetRow, { variants }: Known): VariantRow | null {
  const product = variants.get(cell(row, "sku").toLowerCase());
  if (product === undefined) reader.blame("sku", "receipts.skuUnknown");
  else if (product.is_bundle) reader.blame("sku", "receipts.bundle");
  else if (cell(row, "lot") !== "" && !product.keeps_lots) reader.blame("lot", "receipts.lotNotKept");
  return product ?? null;
}

function checkRow(row: SheetRow, known: Known): { problems: RowProblem[]; prepared: PreparedRow<ImportedLine> | null } {
  const reader = new RowReader(row);
  const together = groupProblem(row, known);
  if (together !== null) reader.blame(together.field, together.code);
  const warehouse = known.warehouses.get(cell(row, "warehouse").toLowerCase());
  if (warehouse === undefined) reader.blame("warehouse", "receipts.warehouseUnknown");
  const reference = reader.read("receipt_number", textUpTo(100));
  const expected_on = reader.read("expected_on", readDay);
  const box_number = reader.read("box_number", wholeUpTo(mostBoxes));
  const product = productOf(reader, row, known);
  const expected = reader.read("expected_quantity", wholeUpTo(mostPieces));
  const lot = reader.read("lot", textUpTo(60)) ?? "";
  const expires_on = reader.read("expires_on", readDay);
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

/** Looks at the rows of a workbook of receipts: three statements, however many rows there are. */
export async function checkReceiptRows(tx: Tx, scope: ImportScope, rows: readonly SheetRow[]): Promise<Checked<ImportedLine>> {
  const ownerUuid = scope.retailerUuid ?? scope.providerUuid;
  const wordsOf = (field: string) => [...new Set(rows.map((row) => cell(row, field).toLowerCase()))];
  const known: Known = {
    warehouses: await warehousesByName(tx, scope.providerUuid, wordsOf("warehouse")),
    variants: await variantsBySku(tx, scope.providerUuid, ownerUuid, wordsOf("sku")),
    taken: await allTaken(tx, scope, ownerUuid, wordsOf("receipt_number")),
    groups: Map.groupBy(rows, numberOf),
  };
  const checked = rows.map((row) => checkRow(row, known));
  return {
    problems: checked.flatMap(({ problems }) => problems),
    prepared: checked.flatMap(({ prepared }) => (prepared === null ? [] : [prepared])),
  };
}
