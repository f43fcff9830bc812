import type { CallAddress } from "#src/api/address.ts";

const post = (name: string) =>
  ({ name: `accounts.${name}`, method: "POST", path: `/api/accounts/${name}`, idempotency: "own" }) as const satisfies CallAddress;

/** Where a session is kept going and ended: the one truth of contract and pages. */
export const sessionAddresses = {
  signOut: post("sign-out"),
  renewSession: post("renew-session"),
} as const;
