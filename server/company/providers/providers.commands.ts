import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { actingFor } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { recheckSockets } from "#server/platform/realtime/session-changes.commands.ts";
import { requireActor } from "#server/platform/http/context.ts";
import type { Actor, CallContext } from "#server/platform/http/context.ts";
import { findRelation } from "./providers.queries.ts";

/** Both sides read what a retailer does with a supplier in the supplier's log, to which it is written as that supplier's retailer. */
async function note({ tx, ...context }: CallContext, retailerUuid: string, providerUuid: string, action: string): Promise<void> {
  const actor = requireActor(context);
  const { userUuid, username } = actor;
  await actingFor(tx, { kind: "dropShipper", providerUuid, retailerUuid, userUuid }, context.acting, () =>
    writeAudit(tx, context, {
      action,
      subjectType: "retailer",
      subjectUuid: retailerUuid,
      by: { providerUuid, retailerUuid, userUuid, username },
    }),
  );
}

async function makeCurrent(tx: Tx, { sessionUuid, userUuid }: Actor, providerUuid: string): Promise<void> {
  await tx
    .updateTable("session")
    .set({ provider_uuid: providerUuid })
    .where("session_uuid", "=", sessionUuid)
    .where("user_uuid", "=", userUuid)
    .execute();
  await recheckSockets(tx, [sessionUuid]);
}

/** Lets a retailer work with another supplier; one that it works with already stays unchanged. A retailer without a current supplier gets this one. */
export async function join(
  context: CallContext,
  retailerUuid: string,
  providerUuid: string,
): Promise<Result<null, "accounts.supplierUnknown" | "customers.blocked">> {
  const { tx, now } = context;
  const actor = requireActor(context);
  const relation = await findRelation(tx, retailerUuid, providerUuid);
  if (relation?.is_blocked === true) return refuse("customers.blocked");
  if (relation !== null) return ok(null);
  const open = await tx
    .selectFrom("provider")
    .select("provider_uuid")
    .where("provider_uuid", "=", providerUuid)
    .where("is_open_for_sign_up", "=", true)
    .executeTakeFirst();
  if (open === undefined) return refuse("accounts.supplierUnknown");
  const joined = await tx
    .insertInto("retailer_provider")
    .values({ provider_uuid: providerUuid, retailer_uuid: retailerUuid, created_at: now })
    .onConflict((conflict) => conflict.columns(["provider_uuid", "retailer_uuid"]).doNothing())
    .returning("provider_uuid")
    .executeTakeFirst();
  // Another request was faster.
  if (joined === undefined) return ok(null);
  if (actor.providerUuid === null) await makeCurrent(tx, actor, providerUuid);
  await note(context, retailerUuid, providerUuid, "providers.join-provider");
  return ok(null);
}

/** Switches to another of the retailer's suppliers from the session's next request on. */
export async function switchTo(
  context: CallContext,
  retailerUuid: string,
  providerUuid: string,
): Promise<Result<null, "notFound" | "customers.blocked">> {
  const relation = await findRelation(context.tx, retailerUuid, providerUuid);
  if (relation === null) return refuse("notFound");
  if (relation.is_blocked) return refuse("customers.blocked");
  await makeCurrent(context.tx, requireActor(context), providerUuid);
  await note(context, retailerUuid, providerUuid, "providers.switch-provider");
  return ok(null);
}
