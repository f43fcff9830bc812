import { utils, write } from "xlsx";
import { cellOf } from "#src/export/export.rules.ts";
import type { Cell } from "#src/export/export.rules.ts";
import { exportTexts } from "#src/export/export.texts.ts";
import { planWith } from "#src/export/plan-of-export.ts";
import { benchColumns, seededBatches } from "./seeded-reviews.ts";
import { answerOrders } from "./xlsx-orders.ts";

function valueOf(cell: Cell): string | number | boolean | null {
  if (cell.kind === "empty" || cell.kind === "notRead") return null;
  if (cell.kind === "number" || cell.kind === "boolean") return cell.value;
  return cell.kind === "date" ? cell.date.serial : cell.text;
}

// SheetJS with the same cells, and with less to do: no links, no formats, no second sheet, and its default, which does not compress.
answerOrders(async (rows) => {
  const plan = planWith({ format: "xlsx", columns: benchColumns, about: [], t: exportTexts("en_us") });
  const table: (string | number | boolean | null)[][] = [plan.columns.map((id) => plan.headers[id])];
  for await (const batch of seededBatches(rows, 500, 7)) {
    for (const review of batch) table.push(plan.columns.map((id) => valueOf(cellOf(review, id))));
  }
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(table), plan.sheetName);
  const bytes: ArrayBuffer = write(book, { type: "array", bookType: "xlsx" });
  return new Blob([bytes]);
});
