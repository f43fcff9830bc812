import type { RefusalName } from "#src/kit/api/codes.ts";
import {
  getBarcodeRefusal,
  getCurrencyRefusal,
  getHsCodeRefusal,
  mostBarcodes,
  mostCents,
  mostGrams,
  mostMillimetres,
  getSkuRefusal,
  getTitleRefusal,
} from "#src/warehouse/goods/goods.rules.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { readCents, readText, readWhole, readYesOrNo } from "#server/warehouse/imports/import-cell-validation.ts";
import type { PreparedRow, RowProblem, SheetRow } from "#server/warehouse/imports/import-kind.ts";

/** A row of the sheet, ready to post. Null is an empty cell, which leaves a known SKU's value unchanged. */
export interface ImportedVariant {
  readonly sku: string;
  readonly product_title: string;
  readonly title: string | null;
  readonly barcodes: readonly string[];
  readonly weight_grams: number | null;
  readonly length_mm: number | null;
  readonly width_mm: number | null;
  readonly height_mm: number | null;
  readonly declared_name: string | null;
  readonly declared_name_zh: string | null;
  readonly hs_code: string | null;
  readonly declared_value_cents: number | null;
  readonly currency: string | null;
  readonly has_battery: boolean | null;
  readonly image_url: string;
}

type Read<T> = Result<T, RefusalName>;

function by(text: string, most: number, rule: (text: string) => RefusalName | null = () => null): Read<string> {
  const read = readText(text, most);
  if (!read.ok) return read;
  const refusal = rule(text);
  return refusal === null ? ok(text) : refuse(refusal);
}

function barcodes(text: string): Read<string[]> {
  const codes = [
    ...new Set(
      text
        .split(/[,，]/)
        .map((code) => code.trim())
        .filter((code) => code !== ""),
    ),
  ];
  const refusal = codes.map(getBarcodeRefusal).find((one) => one !== null);
  if (refusal !== undefined && refusal !== null) return refuse(refusal);
  return codes.length > mostBarcodes ? refuse("goods.tooManyBarcodes") : ok(codes);
}

/** Reads one row and collects all problems of its cells. */
function readRow({ number, values }: SheetRow): { row: ImportedVariant; problems: RowProblem[] } {
  const problems: RowProblem[] = [];
  function cell<T>(field: string, read: (text: string) => Read<T>): T | null {
    const text = values[field] ?? "";
    if (text === "") return null;
    const found = read(text);
    if (found.ok) return found.value;
    problems.push({ number, field, code: found.problem });
    return null;
  }
  const text = (field: string, most: number, rule?: (text: string) => RefusalName | null) => cell(field, (given) => by(given, most, rule));
  const whole = (field: string, max: number) => cell(field, (given) => readWhole(given, { min: 1, max }));
  const row: ImportedVariant = {
    sku: text("sku", 100, getSkuRefusal) ?? "",
    product_title: text("title", 300, getTitleRefusal) ?? "",
    title: text("variant_title", 200),
    barcodes: cell("barcode", barcodes) ?? [],
    weight_grams: whole("weight_grams", mostGrams),
    length_mm: whole("length_mm", mostMillimetres),
    width_mm: whole("width_mm", mostMillimetres),
    height_mm: whole("height_mm", mostMillimetres),
    declared_name: text("declared_name", 200),
    declared_name_zh: text("declared_name_zh", 200),
    hs_code: text("hs_code", 20, getHsCodeRefusal),
    declared_value_cents: cell("declared_value", (given) => readCents(given, mostCents)),
    currency: cell("currency", (given) => by(given.toUpperCase(), 10, getCurrencyRefusal)),
    has_battery: cell("has_battery", readYesOrNo),
    image_url: text("image_url", 1000) ?? "",
  };
  return { row, problems };
}

/** Reads all rows; each SKU may be in only one of them. */
export function readProductRows(rows: readonly SheetRow[]): { problems: RowProblem[]; prepared: PreparedRow<ImportedVariant>[] } {
  const problems: RowProblem[] = [];
  const prepared: PreparedRow<ImportedVariant>[] = [];
  const seen = new Set<string>();
  for (const sheetRow of rows) {
    const { row, problems: found } = readRow(sheetRow);
    const key = row.sku.toLowerCase();
    if (key !== "" && seen.has(key)) found.push({ number: sheetRow.number, field: "sku", code: "imports.duplicateRow" });
    seen.add(key);
    if (found.length > 0) problems.push(...found);
    else prepared.push({ number: sheetRow.number, row });
  }
  return { problems, prepared };
}
