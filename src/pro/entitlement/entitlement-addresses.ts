import type { CallAddress } from "#src/kit/api/address.ts";

const post = (name: string, rest: Partial<CallAddress> = {}) =>
  ({ name: `entitlement.${name}`, method: "POST", path: `/api/entitlement/${name}`, ...rest }) as const satisfies CallAddress;
const get = (name: string) =>
  ({ name: `entitlement.${name}`, method: "GET", path: `/api/entitlement/${name}` }) as const satisfies CallAddress;

/** The addresses of the calls about devices: the single source for contract, pages and the extension's background. */
export const entitlementAddresses = {
  startLink: post("start-link", { idempotency: "own" }),
  pollLink: post("poll-link", { idempotency: "own" }),
  lookUpLink: get("look-up-link"),
  decideLink: post("decide-link"),
  renewToken: post("renew-token", { idempotency: "own" }),
  openSession: post("open-session", { idempotency: "own" }),
  listDevices: get("list-devices"),
  removeDevice: post("remove-device"),
} as const;
