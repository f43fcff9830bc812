import type { CallAddress } from "#src/kit/api/address.ts";

const post = (name: string, rest: Partial<CallAddress> = {}) =>
  ({ name: `subscription.${name}`, method: "POST", path: `/api/subscription/${name}`, ...rest }) as const satisfies CallAddress;
const get = (name: string) =>
  ({ name: `subscription.${name}`, method: "GET", path: `/api/subscription/${name}` }) as const satisfies CallAddress;

/** The addresses of a customer's calls: the single source for contract and pages. */
export const subscriptionAddresses = {
  requestSignIn: post("request-sign-in", { idempotency: "own" }),
  signIn: post("sign-in", { idempotency: "own" }),
  getSubscription: get("get-subscription"),
  listReceipts: get("list-receipts"),
  createCheckout: post("create-checkout"),
  confirmCheckout: post("confirm-checkout"),
  openPortal: post("open-portal"),
  cancel: post("cancel"),
  resume: post("resume"),
  changeEmail: post("change-email"),
  confirmEmail: post("confirm-email", { idempotency: "own" }),
  exportData: get("export-data"),
  deleteAccount: post("delete-account"),
} as const;
