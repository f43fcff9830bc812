import type { CellTools } from "./list-definition.ts";
import type { ListShape } from "./list-shape.ts";

/** What a row is called: the text of the column that a card has as its heading. */
export function nameOf({ columns, cardTitle }: ListShape, row: unknown, index: number, tools: CellTools): string {
  const text = columns.find(({ id }) => id === cardTitle)?.text(row, tools) ?? "";
  return text === "" ? tools.t("list.row.unnamed", { index: index + 1 }) : text;
}
