import type { AddressOf } from "#src/kit/api/address.ts";
import { subscriptionAddresses as addresses } from "./subscription-addresses.ts";
import type * as contract from "./subscription.contract.ts";

/** The customer's calls for pages that load no schema. */
export const subscriptionCalls: {
  readonly requestSignIn: AddressOf<typeof contract.requestSignIn>;
  readonly signIn: AddressOf<typeof contract.signIn>;
  readonly getSubscription: AddressOf<typeof contract.getSubscription>;
  readonly listReceipts: AddressOf<typeof contract.listReceipts>;
  readonly createCheckout: AddressOf<typeof contract.createCheckout>;
  readonly confirmCheckout: AddressOf<typeof contract.confirmCheckout>;
  readonly openPortal: AddressOf<typeof contract.openPortal>;
  readonly cancel: AddressOf<typeof contract.cancelSubscription>;
  readonly resume: AddressOf<typeof contract.resumeSubscription>;
  readonly changeEmail: AddressOf<typeof contract.changeEmail>;
  readonly confirmEmail: AddressOf<typeof contract.confirmEmail>;
  readonly exportData: AddressOf<typeof contract.exportData>;
  readonly deleteAccount: AddressOf<typeof contract.deleteAccount>;
} = addresses;
