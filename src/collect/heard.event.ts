/** The event by which the observer in the page's world tells the content script what the page asked; its detail is JSON text. */
export const heardEventName = "quayside:heard";

/** Paths whose requests the observer listens for; anything else is not even read. */
export const heardPaths: readonly string[] = [
  "/api/v3/ajax/bespoke/member/neu/specs/deep_dive_reviews",
  "/api/v3/ajax/bespoke/member/neu/specs/reviews",
];
