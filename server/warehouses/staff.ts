import { writeAudit } from "#server/audit/audit.commands.ts";
import { signedIn } from "#server/http/context.ts";
import type { CallContext, RequestContext } from "#server/http/context.ts";

/**
 * The provider of its staff's session.
 * @throws Error for a session that is nobody's of a provider: the calls are for staff alone
 */
export function staffProvider(context: RequestContext): string {
  const { providerUuid } = signedIn(context);
  if (providerUuid === null) throw new Error("a session of a provider's staff is without its provider");
  return providerUuid;
}

/** Writes down what was done to a warehouse, or to something of one. */
export function noteOf(
  { tx, ...context }: CallContext,
  action: string,
  subjectUuid: string,
  detail: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  return writeAudit(tx, context, { action, subjectType: "warehouse", subjectUuid, detail });
}
