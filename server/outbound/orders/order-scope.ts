import { seesRecipients } from "#src/outbound/orders/orders.rules.ts";
import type { Role } from "#src/kit/api/roles-and-permissions.ts";
import { actingFor, platform } from "#server/platform/db/row-security.ts";
import type { Acting, Tx } from "#server/platform/db/row-security.ts";
import { requireActor } from "#server/platform/http/context.ts";
import type { FollowUps, Services } from "#server/platform/services.ts";
import type { CallContext } from "#server/platform/http/context.ts";

/** Who acts on orders, in which transaction, and when. */
export interface OrderScope {
  readonly tx: Tx;
  readonly providerUuid: string;
  /** the calling retailer, who sees only its own orders; null for staff */
  readonly retailerUuid: string | null;
  /** null for the system */
  readonly userUuid: string | null;
  readonly role: Role | "system";
  readonly acting: Acting;
  /** whether names and addresses of recipients are shown in full */
  readonly seesRecipients: boolean;
  readonly followUps: FollowUps;
  readonly now: Date;
}

/** Returns the scope of a request; null for a retailer without a provider, who has no orders. */
export function getOrderScope(context: CallContext): OrderScope | null {
  const actor = requireActor(context);
  const { providerUuid, retailerUuid, userUuid, role } = actor;
  const { tx, acting, now, services } = context;
  if (providerUuid === null) return null;
  return {
    tx,
    providerUuid,
    retailerUuid,
    userUuid,
    role,
    acting,
    seesRecipients: seesRecipients(actor),
    now,
    followUps: services.followUps,
  };
}

/** The system's scope on a provider's orders. */
export function getSystemScope(tx: Tx, providerUuid: string, { clock, followUps }: Services): OrderScope {
  return {
    tx,
    providerUuid,
    retailerUuid: null,
    userUuid: null,
    role: "system",
    acting: platform,
    seesRecipients: true,
    now: clock.now(),
    followUps,
  };
}

/**
 * Runs work that row-level security does not let a retailer do itself, on orders that were found to be its own: it sees neither the supplier's SKUs that
 * it claimed nor locations, and it reserves and releases nothing. Every statement of the work names the provider and the orders. `work` gets a scope that acts
 * as the platform.
 */
export function asPlatform<S extends Pick<OrderScope, "tx" | "acting">, T>(scope: S, work: (scope: S) => Promise<T>): Promise<T> {
  const { tx, acting } = scope;
  return acting.kind === "dropShipper" ? actingFor(tx, platform, acting, () => work({ ...scope, acting: platform })) : work(scope);
}
