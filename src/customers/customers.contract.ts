import { z } from "zod";
import { sessionTokens } from "#src/accounts/accounts.contract.ts";
import { defineCall } from "#src/api/define-call.ts";

export const customerLogin = defineCall({
  name: "customers.customer-login",
  method: "POST",
  path: "/api/customer/customer-login",
  bare: true,
  summary: "Opens a retailer's area as that retailer, for support: read-only, 30 minutes, in the audit log of both.",
  roles: ["provider"],
  input: z.strictObject({ retailer_uuid: z.uuid() }),
  output: sessionTokens.extend({ username: z.string(), user_role: z.string(), user_related_id: z.string(), expires_at: z.string() }),
  codes: ["notFound", "customers.blocked"],
  idempotency: "own",
});
