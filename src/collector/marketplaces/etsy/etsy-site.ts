/** Etsy's addresses: apart from the adapter, for manifests, entry points and the observer, which must stay small. */
export const etsySite = {
  id: "etsy",
  homeUrl: "https://www.etsy.com/",
  hosts: ["https://*.etsy.com/*"],
  observedPaths: ["/api/v3/ajax/bespoke/member/neu/specs/deep_dive_reviews", "/api/v3/ajax/bespoke/member/neu/specs/reviews"],
} as const;
