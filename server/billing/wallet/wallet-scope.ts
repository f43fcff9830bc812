import { refuse, ok } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { Acting, Tx } from "#server/platform/db/row-security.ts";
import { requireActor } from "#server/platform/http/context.ts";
import type { CallContext } from "#server/platform/http/context.ts";

/** The caller of a wallet call, its transaction and time. */
export interface WalletScope {
  readonly tx: Tx;
  readonly providerUuid: string;
  /** the calling retailer, which sees its own wallet only; null for staff */
  readonly retailerUuid: string | null;
  readonly userUuid: string;
  readonly acting: Acting;
  readonly now: Date;
}

/** Gets the scope of a request; null for a retailer that no provider accepts, which has no wallet. */
export function getWalletScope(context: CallContext): WalletScope | null {
  const { providerUuid, retailerUuid, userUuid } = requireActor(context);
  const { tx, acting, now } = context;
  return providerUuid === null ? null : { tx, providerUuid, retailerUuid, userUuid, acting, now };
}

/**
 * Resolves whose wallets a call concerns: a retailer's own, or the retailer that staff name.
 * @returns the retailer's uuid; null if staff name none; `notFound` if it is another provider's, or another retailer's
 */
export async function resolveRetailer(
  { tx, providerUuid, retailerUuid }: WalletScope,
  named: string | undefined,
): Promise<Result<string | null, "notFound">> {
  const wanted = named?.toLowerCase();
  if (retailerUuid !== null) return wanted === undefined || wanted === retailerUuid ? ok(retailerUuid) : refuse("notFound");
  if (wanted === undefined) return ok(null);
  const found = await tx
    .selectFrom("retailer_provider")
    .select("retailer_uuid")
    .where("provider_uuid", "=", providerUuid)
    .where("retailer_uuid", "=", wanted)
    .executeTakeFirst();
  return found === undefined ? refuse("notFound") : ok(found.retailer_uuid);
}

/** Resolves the retailer of a call that requires one. */
export async function resolveOneRetailer(scope: WalletScope, named: string | undefined): Promise<Result<string, "notFound">> {
  const asked = await resolveRetailer(scope, named);
  if (!asked.ok) return asked;
  return asked.value === null ? refuse("notFound") : ok(asked.value);
}
