import type { AddressOf } from "#src/kit/api/address.ts";
import { entitlementAddresses as addresses } from "./entitlement-addresses.ts";
import type * as contract from "./entitlement.contract.ts";

/** The calls about devices for pages and workers that load no schema. */
export const entitlementCalls: {
  readonly startLink: AddressOf<typeof contract.startLink>;
  readonly pollLink: AddressOf<typeof contract.pollLink>;
  readonly lookUpLink: AddressOf<typeof contract.lookUpLink>;
  readonly decideLink: AddressOf<typeof contract.decideLink>;
  readonly renewToken: AddressOf<typeof contract.renewToken>;
  readonly openSession: AddressOf<typeof contract.openDeviceSession>;
  readonly listDevices: AddressOf<typeof contract.listDevices>;
  readonly removeDevice: AddressOf<typeof contract.removeDevice>;
} = addresses;
