import { platformUuid } from "#server/db/acting.ts";
import type { Actor } from "#server/http/context.ts";

/** Whom an event is for, as it is stored: `providerUuid` is the platform's where it is no provider's. */
export interface StoredAudience {
  readonly providerUuid: string;
  readonly retailerUuid: string | null;
  readonly userUuid: string | null;
}

/** Whose session it is, as far as that decides what it hears. */
export type Hearer = Pick<Actor, "role" | "providerUuid" | "retailerUuid" | "userUuid">;

function isStaff({ role }: Hearer): boolean {
  return role === "provider" || role === "operator";
}

/**
 * Whether an event is for someone. Strict: what names neither a retailer nor a user is for the provider's staff alone, what names a retailer
 * is for that retailer and the staff, what names a user is for that user, and what is no provider's must name a user.
 */
export function isFor(event: StoredAudience, hearer: Hearer): boolean {
  if (event.userUuid !== null && event.userUuid !== hearer.userUuid) return false;
  if (event.providerUuid === platformUuid) return event.userUuid !== null;
  if (event.providerUuid !== hearer.providerUuid) return false;
  if (isStaff(hearer)) return true;
  if (event.retailerUuid !== null) return event.retailerUuid === hearer.retailerUuid;
  return event.userUuid !== null;
}
