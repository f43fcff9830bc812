import { wireRoles } from "#src/kit/api/roles-and-permissions.ts";
import { customerLogin, getCustomers, querySpecificCustomer, setCustomersBlocked } from "#src/billing/customers/customers.contract.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { implement, requireActor } from "#server/platform/http/context.ts";
import type { Implementation, RequestContext } from "#server/platform/http/context.ts";
import { setBlocked } from "./block.commands.ts";
import { openRetailerArea } from "./support-session.commands.ts";
import { listCustomerRows } from "./customers-list.queries.ts";

function getProviderUuid(context: RequestContext): string {
  const { providerUuid } = requireActor(context);
  if (providerUuid === null) throw new Error("customers: a staff session has no provider");
  return providerUuid;
}

export const customersRoutes: readonly Implementation[] = [
  implement(getCustomers, ({ provider_uuid: _checked, ...wanted }, context) =>
    listCustomerRows(context.tx, getProviderUuid(context), wanted),
  ),

  implement(querySpecificCustomer, async ({ provider_uuid: _checked, uuid, ...wanted }, context) => {
    const page = await listCustomerRows(context.tx, getProviderUuid(context), { ...wanted, uuid: uuid?.toLowerCase() });
    return page.ok && uuid !== undefined && page.value.total === 0 ? refuse("notFound") : page;
  }),

  implement(setCustomersBlocked, async (input, context) => {
    const { tx } = context;
    const changed = await setBlocked(tx, getProviderUuid(context), input);
    if (!changed.ok) return changed;
    for (const retailerUuid of changed.value)
      await writeAudit(tx, context, {
        action: "customers.set-blocked",
        subjectType: "retailer",
        subjectUuid: retailerUuid,
        detail: { blocked: input.blocked },
      });
    return ok({ changed: changed.value.length });
  }),

  implement(customerLogin, async ({ retailer_uuid }, context) => {
    const opened = await openRetailerArea(context, retailer_uuid.toLowerCase());
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
