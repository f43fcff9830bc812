import { refuse, ok } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import type { Acting } from "#server/db/acting.ts";
import type { Tx } from "#server/db/tx.ts";
import { signedIn } from "#server/http/context.ts";
import type { CallContext } from "#server/http/context.ts";

/** Who asks about wallets, in which transaction, and when. */
export interface WalletScope {
  readonly tx: Tx;
  readonly providerUuid: string;
  /** the retailer who asks, and who has its own wallet alone; null for staff */
  readonly retailerUuid: string | null;
  readonly userUuid: string;
  readonly acting: Acting;
  readonly now: Date;
}

/** The scope of a request; null for a retailer that no provider lets in: it has no wallet. */
export function scopeOf(context: CallContext): WalletScope | null {
  const { providerUuid, retailerUuid, userUuid } = signedIn(context);
  const { tx, acting, now } = context;
  return providerUuid === null ? null : { tx, providerUuid, retailerUuid, userUuid, acting, now };
}

/**
 * Whose wallets are meant: a retailer's own, or of staff the retailer that they name.
 * @returns the retailer's uuid; null where staff name none; `notFound` where it is another provider's, or another retailer's
 */
export async function retailerAsked(
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

/** The same where there has to be one. */
export async function oneRetailerAsked(scope: WalletScope, named: string | undefined): Promise<Result<string, "notFound">> {
  const asked = await retailerAsked(scope, named);
  if (!asked.ok) return asked;
  return asked.value === null ? refuse("notFound") : ok(asked.value);
}
