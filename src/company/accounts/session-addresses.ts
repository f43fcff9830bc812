import type { CallAddress } from "#src/kit/api/address.ts";

const post = (name: string) =>
  ({ name: `accounts.${name}`, method: "POST", path: `/api/accounts/${name}`, idempotency: "own" }) as const satisfies CallAddress;

/** The addresses that renew and end a session: the single source for contract and pages. */
export const sessionAddresses = {
  signOut: post("sign-out"),
  renewSession: post("renew-session"),
} as const;
