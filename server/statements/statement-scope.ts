import type { Acting } from "#server/db/acting.ts";
import type { Tx } from "#server/db/tx.ts";
import { signedIn } from "#server/http/context.ts";
import type { CallContext } from "#server/http/context.ts";
import { relationOf } from "#server/providers/providers.queries.ts";

/** Who asks for statements, in which transaction, and when. */
export interface StatementScope {
  readonly tx: Tx;
  readonly providerUuid: string;
  /** the retailer who asks, and who has its own alone; null for staff */
  readonly retailerUuid: string | null;
  readonly acting: Acting;
  readonly now: Date;
}

/** The scope of a request; null for a retailer that no provider lets in: it has no statements. */
export function scopeOf(context: CallContext): StatementScope | null {
  const { providerUuid, retailerUuid } = signedIn(context);
  const { tx, acting, now } = context;
  return providerUuid === null ? null : { tx, providerUuid, retailerUuid, acting, now };
}

/** Whose statement is meant: a retailer's own, or the one that staff name. Null where it is nobody's of this provider, or another's. */
export async function meantRetailer({ tx, providerUuid, retailerUuid }: StatementScope, named: string | undefined): Promise<string | null> {
  const wanted = named?.toLowerCase() ?? retailerUuid;
  if (wanted === null || (retailerUuid !== null && wanted !== retailerUuid)) return null;
  return (await relationOf(tx, wanted, providerUuid)) === null ? null : wanted;
}
