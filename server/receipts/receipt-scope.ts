import type { Role } from "#src/api/actors.ts";
import type { Acting } from "#server/db/acting.ts";
import type { Tx } from "#server/db/tx.ts";
import { signedIn } from "#server/http/context.ts";
import type { CallContext } from "#server/http/context.ts";

/** Who works on receipts, in which transaction, and when. */
export interface ReceiptScope {
  readonly tx: Tx;
  readonly providerUuid: string;
  /** the retailer who asks, and who has its own receipts alone; null for staff */
  readonly retailerUuid: string | null;
  readonly userUuid: string;
  readonly role: Role;
  readonly acting: Acting;
  readonly now: Date;
}

/** The scope of a request; null for a retailer that no provider lets in: it has no receipts. */
export function scopeOf(context: CallContext): ReceiptScope | null {
  const { providerUuid, retailerUuid, userUuid, role } = signedIn(context);
  const { tx, acting, now } = context;
  return providerUuid === null ? null : { tx, providerUuid, retailerUuid, userUuid, role, acting, now };
}

/** Today as YYYY-MM-DD, in UTC as all days of the server are. */
export function todayOf({ now }: Pick<ReceiptScope, "now">): string {
  return now.toISOString().slice(0, 10);
}
