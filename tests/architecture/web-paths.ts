/** The paths of section 2 of the specification, written out in full rather than taken from the application. `{planId}` is `$planId`. */
export const specifiedPaths: readonly string[] = [
  // supplier and operator area
  "/p/login",
  "/p/home",
  "/p/key-information",
  "/p/turn-the-table",
  "/p/settings",
  "/p/warehousing-definition",
  "/p/addWarehouse",
  "/p/outbound",
  "/p/p-one-piece-for-shipping",
  "/p/p-shipping-notice",
  "/p/p-list-of-shipping-orders",
  "/p/p-wave-order",
  "/p/p-to-review",
  "/p/p-batch-weighing",
  "/p/p-bagging",
  "/p/product",
  "/p/order",
  "/p/customer",
  "/p/mail",
  "/p/p-order-info",
  "/p/p-product-info",
  "/p/p-user-info",
  "/p/logistics",
  "/p/warehousing-setting",
  // retailer area
  "/ds/login",
  "/ds/home",
  "/ds/key-information",
  "/ds/third-part-key-information",
  "/ds/turn-the-table",
  "/ds/erp-login",
  "/ds/settings",
  "/ds/thirdpart-success-redirect",
  "/ds/ds-order-info",
  "/ds/warehousing",
  "/ds/addWarehouse",
  "/ds/product",
  "/ds/order",
  "/ds/ds-product-info",
  "/ds/ds-user-info",
  "/ds/mail",
  "/ds/webhook",
  // shared and public
  "/signup",
  "/tools/config",
  "/private-policy",
  "/esty-collector-tos",
  "/esty-collector-pp",
  "/",
  "/esty-checkout/$planId",
  "/esty-introduction",
  "/404",
];

/** The places whose paths domain.md defines ("Places that the spec names without a path"). */
export const workPaths: readonly string[] = [
  "/p/p-distribution",
  "/p/p-print-orders",
  "/p/p-single-order-review",
  "/p/p-secondary-sortation",
  "/p/p-package",
  "/p/p-weighing",
  "/p/p-express-weighing",
  "/p/p-print-waybill",
  "/p/p-exception",
  "/p/p-returns",
  "/p/p-alarm",
  "/p/webhook",
  "/ds/my-shop",
  "/ds/logistics",
  "/esty-link",
  "/esty-subscription",
  "/esty-support",
];

/** Paths added by issue 4 (profile, audit log, downloads), issue 6 (receiving and putting away by scan) and issue 16 (picking by scan). */
export const ownPaths: readonly string[] = [
  "/p/profile",
  "/ds/profile",
  "/p/audit-log",
  "/ds/audit-log",
  "/p/downloads",
  "/ds/downloads",
  "/p/receive",
  "/p/put-away",
  "/p/pick",
  "/p/stock",
  "/p/catalogue",
  "/ds/catalogue",
  "/p/rate-cards",
  "/p/reports",
  "/ds/wallet",
];

/** Exactly what home-page mode serves (section 2, and domain.md's `/private-policy` and three more). */
export const homepagePaths: readonly string[] = [
  "/",
  "/esty-checkout/$planId",
  "/esty-introduction",
  "/esty-collector-tos",
  "/esty-collector-pp",
  "/private-policy",
  "/ds/thirdpart-success-redirect",
  "/tools/config",
  "/esty-link",
  "/esty-subscription",
  "/esty-support",
];

/** Paths without login in application mode (section 4): logins, sign-up and so on, and what home-page mode serves. */
export const publicPaths: readonly string[] = [
  ...homepagePaths,
  "/p/login",
  "/ds/login",
  "/p/turn-the-table",
  "/ds/turn-the-table",
  "/ds/erp-login",
  "/ds/third-part-key-information",
  "/signup",
  "/404",
];

/** My Account's pages that are closed to operators (section 6), and those marked (P) in domain.md. */
export const providerOnlyPaths: readonly string[] = ["/p/settings", "/p/logistics", "/p/warehousing-setting"];
