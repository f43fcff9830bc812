import type { Role } from "#src/kit/api/roles-and-permissions.ts";
import type { Acting, Tx } from "#server/platform/db/row-security.ts";
import { requireActor } from "#server/platform/http/context.ts";
import type { CallContext } from "#server/platform/http/context.ts";
import type { FollowUps } from "#server/platform/services.ts";
import { toDay } from "#src/kit/lib/days.ts";

/** Who acts on receipts, in which transaction, and when. */
export interface ReceiptScope {
  readonly tx: Tx;
  readonly providerUuid: string;
  /** the calling retailer, who sees only its own receipts; null for staff */
  readonly retailerUuid: string | null;
  readonly userUuid: string;
  readonly role: Role;
  readonly acting: Acting;
  readonly followUps: FollowUps;
  readonly now: Date;
}

/** Returns the scope of a request; null for a retailer without a provider, who has no receipts. */
export function getReceiptScope(context: CallContext): ReceiptScope | null {
  const { providerUuid, retailerUuid, userUuid, role } = requireActor(context);
  const { tx, acting, now, services } = context;
  return providerUuid === null ? null : { tx, providerUuid, retailerUuid, userUuid, role, acting, now, followUps: services.followUps };
}

/** Returns today as YYYY-MM-DD, in UTC like all days of the server. */
export function getToday({ now }: Pick<ReceiptScope, "now">): string {
  return toDay(now);
}
