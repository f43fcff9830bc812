import type { RefusalName } from "#src/kit/api/codes.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import { getBarcodeRefusal, farthestMm, maxSequence, givenTypes, getPlaceCodeRefusal } from "#src/warehouse/warehouses/warehouses.rules.ts";
import type { LocationType } from "#src/warehouse/warehouses/warehouses.rules.ts";
import { seeAllWarehouses } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { readChoice, readDecimal, readWhole } from "#server/warehouse/imports/import-cell-validation.ts";
import type { Checked, PreparedRow, RowProblem, SheetRow } from "#server/warehouse/imports/import-kind.ts";
import { findLocationsByBarcode } from "./locations.queries.ts";
import { findWarehousesByName } from "./warehouses.queries.ts";

/** A row of the workbook, ready to post. */
export interface ImportedLocation {
  readonly warehouse_uuid: string;
  readonly partition: string;
  readonly shelf: string;
  readonly barcode: string;
  readonly type: LocationType;
  /** null to append to the warehouse's walking order */
  readonly pick_sequence: number | null;
  readonly put_sequence: number | null;
  /** null for the first */
  readonly level: number | null;
  /** null for a bay of its shelf */
  readonly x_mm: number | null;
  readonly y_mm: number | null;
  readonly capacity_ml: number | null;
  readonly capacity_grams: number | null;
}

const mostMl = 1_000_000_000_000;
const sequences = { min: 0, max: maxSequence };
const places = { min: 0, max: farthestMm };

type Read<T> = Result<T, RefusalName>;

/** Reads a cell that may be empty. */
function optional<T>(text: string, read: (text: string) => Read<T>): Read<T | null> {
  return text === "" ? ok(null) : read(text);
}

function code(text: string, refusal: (code: string) => RefusalName | null): Read<string> {
  const upper = text.toUpperCase();
  const refused = refusal(upper);
  return refused === null ? ok(upper) : refuse(refused);
}

/** Reads litres with up to three decimals, as millilitres. */
function litres(text: string): Read<number> {
  const read = readDecimal(text, { min: 0.001, max: mostMl / 1000, digits: 3 });
  return read.ok ? ok(Math.round(Number(read.value) * 1000)) : read;
}

/** Reads the cells of a row: each field with its value or its refusal. */
function readCells({ values }: SheetRow) {
  const cell = (field: string) => values[field] ?? "";
  return {
    partition: code(cell("partition"), getPlaceCodeRefusal),
    shelf: code(cell("shelf"), getPlaceCodeRefusal),
    barcode: code(cell("barcode"), getBarcodeRefusal),
    type: cell("type") === "" ? ok<LocationType>("pick") : readChoice(cell("type"), givenTypes),
    pick_sequence: optional(cell("pick_sequence"), (text) => readWhole(text, sequences)),
    put_sequence: optional(cell("put_sequence"), (text) => readWhole(text, sequences)),
    level: optional(cell("level"), (text) => readWhole(text, { min: 0, max: 99 })),
    x_mm: optional(cell("x_mm"), (text) => readWhole(text, places)),
    y_mm: optional(cell("y_mm"), (text) => readWhole(text, places)),
    capacity_litres: optional(cell("capacity_litres"), litres),
    capacity_grams: optional(cell("capacity_grams"), (text) => readWhole(text, { min: 1, max: mostMl })),
  };
}

/** The partition of each shelf, by warehouse and shelf. */
async function shelvesThere(tx: Tx, providerUuid: string): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom("shelf")
    .innerJoin("partition", (join) =>
      join.onRef("partition.provider_uuid", "=", "shelf.provider_uuid").onRef("partition.partition_uuid", "=", "shelf.partition_uuid"),
    )
    .select(["shelf.warehouse_uuid", "shelf.code", "partition.code as partition"])
    .where("shelf.provider_uuid", "=", providerUuid)
    .execute();
  return new Map(rows.map(({ warehouse_uuid, code: shelf, partition }) => [`${warehouse_uuid} ${shelf}`, partition]));
}

/** Checks all rows with three statements: the warehouses, the barcodes that exist, and the partitions of shelves. */
export async function checkLocationRows(tx: Tx, providerUuid: string, rows: readonly SheetRow[]): Promise<Checked<ImportedLocation>> {
  const problems: RowProblem[] = [];
  const prepared: PreparedRow<ImportedLocation>[] = [];
  const warehouses = await findWarehousesByName(
    tx,
    providerUuid,
    rows.map(({ values }) => values["warehouse"] ?? ""),
  );
  // A barcode is used once, in whichever warehouse.
  const taken = await seeAllWarehouses(tx, () =>
    findLocationsByBarcode(
      tx,
      providerUuid,
      rows.map(({ values }) => values["barcode"] ?? ""),
    ),
  );
  const findPartition = await shelvesThere(tx, providerUuid);
  const seen = new Set<string>();
  for (const row of rows) {
    const { number } = row;
    const before = problems.length;
    const tell = (field: string, refusal: RefusalName) => problems.push({ number, field, code: refusal });
    const cells = readCells(row);
    const { partition, shelf, barcode, type, pick_sequence, put_sequence, level, x_mm, y_mm, capacity_litres, capacity_grams } = cells;
    for (const [field, read] of Object.entries(cells)) if (!read.ok) tell(field, read.problem);
    const warehouse = warehouses.get((row.values["warehouse"] ?? "").trim().toLowerCase());
    if (warehouse === undefined) tell("warehouse", "warehouses.warehouseUnknown");
    if (barcode.ok && taken.has(barcode.value)) tell("barcode", "warehouses.barcodeTaken");
    if (barcode.ok && seen.has(barcode.value)) tell("barcode", "imports.duplicateRow");
    if (barcode.ok) seen.add(barcode.value);
    if (warehouse !== undefined && shelf.ok && partition.ok) {
      const key = `${warehouse.warehouse_uuid} ${shelf.value}`;
      // Its partition, or the one that the first row of the file gives.
      const stands = findPartition.get(key) ?? partition.value;
      findPartition.set(key, stands);
      if (stands !== partition.value) tell("shelf", "warehouses.shelfElsewhere");
    }
    const isGood =
      warehouse !== undefined &&
      partition.ok &&
      shelf.ok &&
      barcode.ok &&
      type.ok &&
      pick_sequence.ok &&
      put_sequence.ok &&
      level.ok &&
      x_mm.ok &&
      y_mm.ok &&
      capacity_litres.ok &&
      capacity_grams.ok;
    if (!isGood || problems.length > before) continue;
    prepared.push({
      number,
      row: {
        warehouse_uuid: warehouse.warehouse_uuid,
        partition: partition.value,
        shelf: shelf.value,
        barcode: barcode.value,
        type: type.value,
        pick_sequence: pick_sequence.value,
        put_sequence: put_sequence.value,
        level: level.value,
        x_mm: x_mm.value,
        y_mm: y_mm.value,
        capacity_ml: capacity_litres.value,
        capacity_grams: capacity_grams.value,
      },
    });
  }
  return { problems, prepared };
}
