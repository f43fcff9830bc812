import { callRowByRow } from "#src/kit/api/row-by-row.ts";
import { StoredImage } from "#src/kit/files/stored-image.tsx";
import { formatDay, listText, formatNumber } from "#src/kit/lib/formats.ts";
import type { ActionTools, BatchResult, Column } from "#src/kit/ui/list/list-definition.ts";
import type { ItemStatus } from "./catalogue.rules.ts";

/** The common columns of the provider's items, a retailer's offers and its claims. */
interface Sold {
  readonly title: string;
  readonly images: readonly string[];
  readonly variants: readonly { readonly sku: string; readonly available: number }[];
}

/** The id of the column that names the rows in all three lists. */
export const cardTitle = "item";

/** The title of a row. */
export function itemColumn(head: Pick<Column<Sold>, "title" | "sort">): Column<Sold> {
  return { ...head, id: cardTitle, maxWidthPx: 280, text: ({ title }) => title };
}

/** The main picture of a row. */
export function mainPicture({ images: [main] }: Pick<Sold, "images">) {
  return main === undefined ? null : <StoredImage key={main} filename={main} alt="" />;
}

/** Available pieces of all variants. */
export const availableColumn: Column<Sold> = {
  id: "available",
  title: "catalogue.column.available",
  align: "end",
  text: ({ variants }, { locale }) =>
    formatNumber(
      variants.reduce((sum, { available }) => sum + available, 0),
      locale,
    ),
};

export const skusColumn: Column<Sold> = {
  id: "skus",
  title: "catalogue.column.skus",
  maxWidthPx: 160,
  text: ({ variants }, { locale }) =>
    listText(
      variants.map(({ sku }) => sku),
      locale,
    ),
};

/** Since when it is listed; offers always are. */
export const listedColumn: Column<{ readonly listed_at: string; readonly status?: ItemStatus }> = {
  id: "listed",
  title: "catalogue.column.listedSince",
  text: ({ listed_at, status = "listed" }, { locale }) => (status === "listed" && listed_at !== "" ? formatDay(listed_at, locale) : ""),
};

interface CallMutation<R> {
  readonly id: (row: R) => string;
  /** maximum number of rows per call */
  readonly most: number;
  readonly perform: (rows: readonly R[]) => Promise<unknown>;
}

/** Performs an action on each selected row, names failed rows by their title, and reloads the list. */
export async function performEach<R extends { readonly title: string }>(
  { rows, reload }: Pick<ActionTools<R>, "rows" | "reload">,
  deed: CallMutation<R>,
): Promise<BatchResult> {
  const result = await callRowByRow({ rows, label: ({ title }) => title, ...deed });
  reload();
  return result;
}
