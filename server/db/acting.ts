import { sql } from "kysely";
import type { Role } from "#src/api/actors.ts";
import type { Tx } from "./tx.ts";

/** What stands for "no provider" where a key wants one: what no tenant did (site administrators, customers, nobody yet). */
export const platformUuid = "00000000-0000-0000-0000-000000000000";

/** Who a transaction acts for. The database's policies know nothing else, and show nothing to a transaction that does not say. */
export interface Acting {
  readonly kind: Role | "gate" | "platform";
  readonly providerUuid?: string | null;
  readonly retailerUuid?: string | null;
  readonly userUuid?: string | null;
  /** a look for support: of the retailer's, what its supplier may see */
  readonly isForSupport?: boolean;
}

/** Nobody is known yet: signing in and up. */
export const gate: Acting = { kind: "gate" };
/** Jobs that go over tenants: sealing, clearing, fanning out. */
export const platform: Acting = { kind: "platform" };

/** Says, for the rest of the transaction and no longer, who it acts for. */
export async function actAs(tx: Tx, acting: Acting): Promise<void> {
  await sql`select set_config('app.kind', ${acting.kind}, true),
                   set_config('app.provider', ${acting.providerUuid ?? ""}, true),
                   set_config('app.retailer', ${acting.retailerUuid ?? ""}, true),
                   set_config('app.user', ${acting.userUuid ?? ""}, true),
                   set_config('app.support', ${acting.isForSupport === true ? "yes" : ""}, true)`.execute(tx);
}

/** Does part of a transaction's work for another, and goes back to `from` after it. */
export async function actingFor<T>(tx: Tx, to: Acting, from: Acting, work: () => Promise<T>): Promise<T> {
  await actAs(tx, to);
  const value = await work();
  // Not in a `finally`: after a failed statement the transaction takes no other, and goes back as a whole.
  await actAs(tx, from);
  return value;
}
