import type { AddressOf } from "#src/kit/api/address.ts";
import { sendRequestAddress } from "./support-addresses.ts";
import type * as contract from "./support.contract.ts";

/** The call of the support form, for a page that loads no schema. */
export const sendRequest: AddressOf<typeof contract.sendRequest> = sendRequestAddress;
