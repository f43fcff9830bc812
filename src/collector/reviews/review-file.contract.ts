/** Formats of the files that reviews are exported to and imported from. */
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
