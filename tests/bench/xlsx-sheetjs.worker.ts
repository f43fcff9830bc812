import { utils, write } from "xlsx";
import { toCell } from "#src/collector/export/export.rules.ts";
import type { Cell } from "#src/collector/export/export.rules.ts";
import { exportTexts } from "#src/collector/export/export-texts.ts";
import { buildLayout } from "#src/collector/export/export-layout.ts";
import { benchColumns, seededBatches } from "./seeded-reviews.ts";
import { answerOrders } from "./xlsx-orders.ts";

function valueOf(cell: Cell): string | number | boolean | null {
  if (cell.kind === "empty" || cell.kind === "notRead") return null;
  if (cell.kind === "number" || cell.kind === "boolean") return cell.value;
  return cell.kind === "date" ? cell.date.serial : cell.text;
}

// SheetJS with the same cells and less work: no links, formats or second sheet, and its default of no compression.
answerOrders(async (rows) => {
  const layout = buildLayout({ format: "xlsx", columns: benchColumns, about: [], t: exportTexts("en_us") });
  const table: (string | number | boolean | null)[][] = [layout.columns.map((id) => layout.headers[id])];
  for await (const batch of seededBatches(rows, 500, 7)) {
    for (const review of batch) table.push(layout.columns.map((id) => valueOf(toCell(review, id))));
  }
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(table), layout.sheetName);
  const bytes: ArrayBuffer = write(book, { type: "array", bookType: "xlsx" });
  return new Blob([bytes]);
});
