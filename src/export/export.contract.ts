export const exportFormats = ["xlsx", "csv"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The columns that can be exported, in their default order. `images` holds all addresses, one a line. */
export const columnIds = [
  "reviewId",
  "rating",
  "title",
  "text",
  "originalText",
  "language",
  "date",
  "reviewer",
  "reviewerUrl",
  "reviewerCountry",
  "variation",
  "images",
  "imageCount",
  "sellerReply",
  "sellerReplyDate",
  "recommended",
  "helpfulCount",
  "verified",
  "listingId",
  "listingTitle",
  "listingUrl",
  "marketplace",
  "collectedAt",
] as const;
export type ColumnId = (typeof columnIds)[number];

/** One row of the second sheet: a label and what it says, both already in the person's language. */
export interface AboutRow {
  label: string;
  value: string | number | Date;
}

/** All that a writer needs beside the rows; texts are in the person's language. */
export interface ExportPlan {
  format: ExportFormat;
  columns: readonly ColumnId[];
  /** header text of each column */
  headers: Readonly<Record<ColumnId, string>>;
  /** words for true and false in yes/no columns */
  yes: string;
  no: string;
  /** what stands in a cell whose field was not read */
  notRead: string;
  sheetName: string;
  aboutSheetName: string;
  about: readonly AboutRow[];
}
