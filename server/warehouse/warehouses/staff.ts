import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { requireActor } from "#server/platform/http/context.ts";
import type { CallContext, RequestContext } from "#server/platform/http/context.ts";

/**
 * Returns the provider of a staff session.
 * @throws Error if the session has no provider: the calls are only for staff
 */
export function getStaffProvider(context: RequestContext): string {
  const { providerUuid } = requireActor(context);
  if (providerUuid === null) throw new Error("a staff session has no provider");
  return providerUuid;
}

/** Writes the audit row of a change to a warehouse or a part of it. */
export function auditWarehouse(
  { tx, ...context }: CallContext,
  action: string,
  subjectUuid: string,
  detail: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  return writeAudit(tx, context, { action, subjectType: "warehouse", subjectUuid, detail });
}
