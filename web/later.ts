/** Routes whose feature does not exist yet: each shows its title and says so. */
export const later: readonly string[] = [
  "p-mail",
  "p-alarm",
  "p-webhook",
  "p-order-info",
  "p-product-info",
  "p-user-info",
  "ds-erp-login",
  "ds-thirdpart-success-redirect",
  "ds-order-info",
  "ds-product-info",
  "ds-user-info",
  "ds-mail",
  "ds-webhook",
  "ds-my-shop",
];
