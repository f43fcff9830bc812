import { requireActor } from "#server/platform/http/context.ts";
import type { CallContext } from "#server/platform/http/context.ts";
import type { Tx } from "#server/platform/db/row-security.ts";

/** The context of calls by staff, which always have a provider. */
export interface StaffScope {
  readonly tx: Tx;
  readonly now: Date;
  readonly providerUuid: string;
}

/** The context of calls by a retailer. */
export interface RetailerScope extends StaffScope {
  readonly retailerUuid: string;
}

/**
 * Gets the scope of a staff session.
 * @throws Error if the session is not a provider's; the contract admits no others
 */
export function getStaffScope(context: CallContext): StaffScope {
  const { providerUuid } = requireActor(context);
  if (providerUuid === null) throw new Error("catalogue: a staff session has no provider");
  return { tx: context.tx, now: context.now, providerUuid };
}

/** Gets the scope of a retailer's session; null if no provider accepts the retailer, which is then offered nothing. */
export function getRetailerScope(context: CallContext): RetailerScope | null {
  const { providerUuid, retailerUuid } = requireActor(context);
  return providerUuid === null || retailerUuid === null ? null : { tx: context.tx, now: context.now, providerUuid, retailerUuid };
}

/** Sorts the ids of a batch in the order in which rows are locked, without duplicates. */
export function toLockOrder(uuids: readonly string[]): string[] {
  return [...new Set(uuids.map((uuid) => uuid.toLowerCase()))].toSorted();
}
