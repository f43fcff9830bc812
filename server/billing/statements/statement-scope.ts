import type { Acting, Tx } from "#server/platform/db/row-security.ts";
import { requireActor } from "#server/platform/http/context.ts";
import type { CallContext } from "#server/platform/http/context.ts";
import { findRelation } from "#server/company/providers/providers.queries.ts";

/** The caller of a statement call, its transaction and time. */
export interface StatementScope {
  readonly tx: Tx;
  readonly providerUuid: string;
  /** the calling retailer, which sees its own statements only; null for staff */
  readonly retailerUuid: string | null;
  readonly acting: Acting;
  readonly now: Date;
}

/** Gets the scope of a request; null for a retailer that no provider accepts, which has no statements. */
export function getStatementScope(context: CallContext): StatementScope | null {
  const { providerUuid, retailerUuid } = requireActor(context);
  const { tx, acting, now } = context;
  return providerUuid === null ? null : { tx, providerUuid, retailerUuid, acting, now };
}

/** Resolves the retailer: a retailer's own uuid, or the one that staff name. Null if it belongs to nobody or to another provider. */
export async function resolveRetailer(
  { tx, providerUuid, retailerUuid }: StatementScope,
  named: string | undefined,
): Promise<string | null> {
  const wanted = named?.toLowerCase() ?? retailerUuid;
  if (wanted === null || (retailerUuid !== null && wanted !== retailerUuid)) return null;
  return (await findRelation(tx, wanted, providerUuid)) === null ? null : wanted;
}
