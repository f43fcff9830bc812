import { platformUuid } from "#server/platform/db/row-security.ts";
import type { Actor } from "#server/platform/http/context.ts";

/** The stored audience of an event: `providerUuid` is the platform's if it belongs to no provider. */
export interface StoredAudience {
  readonly providerUuid: string;
  readonly retailerUuid: string | null;
  readonly userUuid: string | null;
  /** the warehouse that it concerns; null for none in particular */
  readonly warehouseUuid: string | null;
}

/** The parts of a session that decide which events it receives. */
export type Hearer = Pick<Actor, "role" | "providerUuid" | "retailerUuid" | "userUuid" | "warehouseUuids">;

function isStaff({ role }: Hearer): boolean {
  return role === "provider" || role === "operator";
}

function worksIn({ warehouseUuids }: Hearer, warehouseUuid: string): boolean {
  return warehouseUuids.length === 0 || warehouseUuids.includes(warehouseUuid);
}

/**
 * Whether an event is for an actor. Strict: an event that names neither a retailer nor a user is for the provider's staff alone, one that names a
 * retailer is for that retailer and the staff, one that names a user is for that user, and one of no provider must name a user. One
 * that names a warehouse is for no operator who is bound to others.
 */
export function isFor(event: StoredAudience, hearer: Hearer): boolean {
  if (event.userUuid !== null && event.userUuid !== hearer.userUuid) return false;
  if (event.providerUuid === platformUuid) return event.userUuid !== null;
  if (event.providerUuid !== hearer.providerUuid) return false;
  if (event.warehouseUuid !== null && !worksIn(hearer, event.warehouseUuid)) return false;
  if (isStaff(hearer)) return true;
  if (event.retailerUuid !== null) return event.retailerUuid === hearer.retailerUuid;
  return event.userUuid !== null;
}
