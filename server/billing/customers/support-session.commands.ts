import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { openSessionFor } from "#server/company/accounts/session.commands.ts";
import type { TokenPair } from "#server/company/accounts/session.commands.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { requireActor } from "#server/platform/http/context.ts";
import type { CallContext } from "#server/platform/http/context.ts";
import { findFirstUser } from "./support-user.queries.ts";

const supportMs = 30 * 60_000;

/**
 * Opens the area of one of the provider's retailers for support: a read-only session of the retailer's user under this provider. It ends 30 minutes later
 * regardless of renewals, or with the opener's session. Row-level security hides what belongs to the retailer alone (migration 0006). The audit row carries
 * the retailer, so it appears in the provider's log and in the retailer's.
 */
export async function openRetailerArea(
  context: CallContext,
  retailerUuid: string,
): Promise<Result<TokenPair & { username: string }, "notFound" | "customers.blocked">> {
  const { tx, now, address, device } = context;
  const { providerUuid, userUuid: openedBy, sessionUuid: openedIn, username } = requireActor(context);
  if (providerUuid === null) throw new Error("a provider's session has no provider");
  const user = await findFirstUser(tx, providerUuid, retailerUuid);
  if (user === null) return refuse("notFound");
  if (user.is_blocked) return refuse("customers.blocked");
  const support = { openedBy, openedIn, lifeMs: supportMs };
  const opened = await openSessionFor(tx, { userUuid: user.user_uuid, area: "ds", providerUuid, address, device, now, support });
  await writeAudit(tx, context, {
    action: "customers.customer-login",
    subjectType: "user",
    subjectUuid: user.user_uuid,
    detail: { session_uuid: opened.sessionUuid },
    by: { providerUuid, retailerUuid, userUuid: openedBy, username },
  });
  return ok({ ...opened, username: user.username });
}
