import type { CallAddress } from "#src/kit/api/address.ts";

/** The address to which a support message is sent. */
export const sendRequestAddress = {
  name: "support.send-request",
  method: "POST",
  path: "/api/support/send-request",
} as const satisfies CallAddress;
