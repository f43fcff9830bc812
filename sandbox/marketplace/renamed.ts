const names: Readonly<Record<string, string>> = {
  reviews: "reviewCards",
  transactionId: "receiptItemId",
  totalReviews: "reviewTotal",
  ratingCounts: "starTotals",
  totalPages: "pageTotal",
};
const marks: readonly (readonly [string, string])[] = [
  ["data-review-region", "data-card"],
  ["data-deep-dive-reviews-container", "data-sheet-list"],
  ["data-reviews-histogram", "data-bars"],
  ["review-card", "opinion"],
  ["same-listing-reviews-panel", "opinions"],
];

/** A value with the contract's fields and the HTML's marks renamed: an answer of a marketplace that changed overnight. */
export function renamed(value: unknown): unknown {
  if (typeof value === "string") return marks.reduce((text, [from, to]) => text.replaceAll(from, to), value);
  if (Array.isArray(value)) return value.map(renamed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [names[key] ?? key, renamed(inner)]));
}
