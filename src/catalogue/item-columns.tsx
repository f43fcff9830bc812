import { rowByRow } from "#src/api/row-by-row.ts";
import { StoredImage } from "#src/files/stored-image.tsx";
import { dayText, listText, numberText } from "#src/lib/wording.ts";
import type { ActionTools, BatchResult, Column } from "#src/ui/list/list-definition.ts";
import type { ItemStatus } from "./catalogue.rules.ts";

/** What the provider's items, a retailer's offers and its claims have in common. */
interface Sold {
  readonly title: string;
  readonly images: readonly string[];
  readonly variants: readonly { readonly sku: string; readonly available: number }[];
}

/** The column that names the rows of all three lists. */
export const cardTitle = "item";

/** The title of a row. */
export function itemColumn(head: Pick<Column<Sold>, "title" | "sort">): Column<Sold> {
  return { ...head, id: cardTitle, maxWidthPx: 280, text: ({ title }) => title };
}

/** The main picture of a row. */
export function mainPicture({ images: [main] }: Pick<Sold, "images">) {
  return main === undefined ? null : <StoredImage key={main} filename={main} alt="" />;
}

/** Pieces that could be sent now, of all variants. */
export const availableColumn: Column<Sold> = {
  id: "available",
  title: "catalogue.column.available",
  align: "end",
  text: ({ variants }, { locale }) =>
    numberText(
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

/** Since when it is listed; what retailers are offered is. */
export const listedColumn: Column<{ readonly listed_at: string; readonly status?: ItemStatus }> = {
  id: "listed",
  title: "catalogue.column.listedSince",
  text: ({ listed_at, status = "listed" }, { locale }) => (status === "listed" && listed_at !== "" ? dayText(listed_at, locale) : ""),
};

interface Deed<R> {
  readonly id: (row: R) => string;
  /** most rows of one call */
  readonly most: number;
  readonly perform: (rows: readonly R[]) => Promise<unknown>;
}

/** Does something with each chosen row, named by its title where it fails, and asks for the rows again. */
export async function withEach<R extends { readonly title: string }>(
  { rows, reload }: Pick<ActionTools<R>, "rows" | "reload">,
  deed: Deed<R>,
): Promise<BatchResult> {
  const result = await rowByRow({ rows, label: ({ title }) => title, ...deed });
  reload();
  return result;
}
