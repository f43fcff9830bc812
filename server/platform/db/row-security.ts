import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { Role } from "#src/kit/api/roles-and-permissions.ts";
import { runAlone } from "./exclusive-turn.ts";
import type { DB } from "./schema.generated.ts";

/** A transaction of the application. Row-level security shows it what its `Acting` may see. */
export type Tx = Transaction<DB>;

/** Replaces "no provider" where a key needs a value: for actions of no tenant (site administrators, customers, anonymous). */
export const platformUuid = "00000000-0000-0000-0000-000000000000";

/** Who a transaction acts for. The database's policies know nothing else, and show nothing to a transaction that does not say. */
export interface Acting {
  readonly kind: Role | "anonymous" | "platform";
  readonly providerUuid?: string | null;
  readonly retailerUuid?: string | null;
  readonly userUuid?: string | null;
  /** a support session: limited to what the supplier may see of the retailer */
  readonly isForSupport?: boolean;
}

/** Nobody is signed in yet: signing in and up. */
export const anonymous: Acting = { kind: "anonymous" };
/** Jobs that run over all tenants: sealing, clearing, fanning out. */
export const platform: Acting = { kind: "platform" };

/** Returns the company that a transaction acts for, if no request or job set one. */
export function getActingCompany({ kind, providerUuid, retailerUuid, userUuid }: Acting): string {
  return retailerUuid ?? providerUuid ?? userUuid ?? kind;
}

/** The policies of the migrations call `anonymous` this. */
const kindOfAnonymous = "gate";

/** Sets who the transaction acts for, until its end. */
export async function actAs(tx: Tx, acting: Acting): Promise<void> {
  await sql`select set_config('app.kind', ${acting.kind === "anonymous" ? kindOfAnonymous : acting.kind}, true),
                   set_config('app.provider', ${acting.providerUuid ?? ""}, true),
                   set_config('app.retailer', ${acting.retailerUuid ?? ""}, true),
                   set_config('app.user', ${acting.userUuid ?? ""}, true),
                   set_config('app.support', ${acting.isForSupport === true ? "yes" : ""}, true)`.execute(tx);
}

/**
 * Runs part of a transaction on behalf of another, and returns to `from` afterwards. Meanwhile the rest of the transaction may send nothing.
 * @throws what `work` throws
 */
export async function actingFor<T>(tx: Tx, to: Acting, from: Acting, work: () => Promise<T>): Promise<T> {
  return runAlone(tx, async () => {
    await actAs(tx, to);
    const value = await work();
    // Not in a `finally`: after a failed statement the transaction accepts no other, and rolls back as a whole.
    await actAs(tx, from);
    return value;
  });
}
