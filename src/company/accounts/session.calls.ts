import type { AddressOf } from "#src/kit/api/address.ts";
import type * as contract from "./accounts.contract.ts";
import { sessionAddresses as addresses } from "./session-addresses.ts";

/** The session calls for pages that load no schema. */
export const sessionCalls: {
  readonly signOut: AddressOf<typeof contract.signOut>;
  readonly renewSession: AddressOf<typeof contract.renewSession>;
} = addresses;
