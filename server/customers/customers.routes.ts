import { wireRoles } from "#src/api/actors.ts";
import { customerLogin } from "#src/customers/customers.contract.ts";
import { ok } from "#src/lib/result.ts";
import { implement } from "#server/http/context.ts";
import type { Implementation } from "#server/http/context.ts";
import { openRetailersArea } from "./customers.commands.ts";

export const customersRoutes: readonly Implementation[] = [
  implement(customerLogin, async ({ retailer_uuid }, context) => {
    const opened = await openRetailersArea(context, retailer_uuid.toLowerCase());
    if (!opened.ok) return opened;
    const { accessToken, csrfToken, expiresAt, username } = opened.value;
    return ok({
      access_token: accessToken,
      csrf_token: csrfToken,
      username,
      user_role: wireRoles.dropShipper,
      user_related_id: retailer_uuid.toLowerCase(),
      expires_at: expiresAt.toISOString(),
    });
  }),
];
