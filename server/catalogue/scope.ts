import { signedIn } from "#server/http/context.ts";
import type { CallContext } from "#server/http/context.ts";
import type { Tx } from "#server/db/tx.ts";

/** What the staff's calls work with: they always have a provider. */
export interface StaffScope {
  readonly tx: Tx;
  readonly now: Date;
  readonly providerUuid: string;
}

/** What a retailer's calls work with. */
export interface RetailerScope extends StaffScope {
  readonly retailerUuid: string;
}

/** @throws Error where the session is not a provider's; the contract lets no others in */
export function staffScope(context: CallContext): StaffScope {
  const { providerUuid } = signedIn(context);
  if (providerUuid === null) throw new Error("catalogue: staff are without a provider");
  return { tx: context.tx, now: context.now, providerUuid };
}

/** Null for a retailer that no provider lets in: nothing is offered to it. */
export function retailerScope(context: CallContext): RetailerScope | null {
  const { providerUuid, retailerUuid } = signedIn(context);
  return providerUuid === null || retailerUuid === null ? null : { tx: context.tx, now: context.now, providerUuid, retailerUuid };
}

/** The ids of a batch as the database writes them, each once and in its order, in which rows are locked. */
export function distinct(uuids: readonly string[]): string[] {
  return [...new Set(uuids.map((uuid) => uuid.toLowerCase()))].toSorted();
}
