import type { CallAddress } from "#src/api/address.ts";

/** Where a message to support is sent. */
export const sendRequestAddress = {
  name: "support.send-request",
  method: "POST",
  path: "/api/support/send-request",
} as const satisfies CallAddress;
