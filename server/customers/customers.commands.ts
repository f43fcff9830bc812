import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import { openSessionFor } from "#server/accounts/session.commands.ts";
import type { TokenPair } from "#server/accounts/session.commands.ts";
import { writeAudit } from "#server/audit/audit.commands.ts";
import { signedIn } from "#server/http/context.ts";
import type { CallContext } from "#server/http/context.ts";
import { firstUserOf } from "./customers.queries.ts";

const supportMs = 30 * 60_000;

/**
 * Opens one of the provider's retailers' area for support: a session of the retailer's user that may only look, under this provider, and ends after 30
 * minutes however it is renewed, or with its opener's session. What is the retailer's own and no supplier's stays out of sight (migration 0006). The one row of the log carries the retailer, and so is in the provider's log and in the retailer's own.
 */
export async function openRetailersArea(
  context: CallContext,
  retailerUuid: string,
): Promise<Result<TokenPair & { username: string }, "notFound" | "customers.blocked">> {
  const { tx, now, address, device } = context;
  const { providerUuid, userUuid: openedBy, sessionUuid: openedIn, username } = signedIn(context);
  if (providerUuid === null) throw new Error("a provider's session is without a provider");
  const user = await firstUserOf(tx, providerUuid, retailerUuid);
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
