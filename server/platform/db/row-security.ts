import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { Role } from "#src/kit/api/roles-and-permissions.ts";
import { sendGathered, sendUnawaited } from "./connection.ts";
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
  /** the warehouses that an operator is bound to; empty or missing for all */
  readonly warehouseUuids?: readonly string[];
  /** a support session: limited to what the supplier may see of the retailer */
  readonly isForSupport?: boolean;
}

/** Nobody is signed in yet: signing in and up. */
export const anonymous: Acting = { kind: "anonymous" };
/** Jobs that run over all tenants: sealing, clearing, fanning out. */
export const platform: Acting = { kind: "platform" };

/** Whether somebody sees only some of the warehouses. */
export function isBound({ warehouseUuids = [] }: Acting): boolean {
  return warehouseUuids.length > 0;
}

/** Formats the warehouses of an `Acting` as the policies read them: a PostgreSQL array, or an empty string for all. */
function formatWarehouses(warehouseUuids: readonly string[] = []): string {
  return warehouseUuids.length === 0 ? "" : `{${warehouseUuids.join(",")}}`;
}

/** Returns the company that a transaction acts for, if no request or job set one. */
export function getActingCompany({ kind, providerUuid, retailerUuid, userUuid }: Acting): string {
  return retailerUuid ?? providerUuid ?? userUuid ?? kind;
}

/** The policies of the migrations call `anonymous` this. */
const kindOfAnonymous = "gate";

/** Sets who the transaction acts for, from its next statement to its end. Nothing waits for it: PostgreSQL runs statements in the order in which they were sent. */
export function actAs(tx: Tx, acting: Acting): void {
  // Whoever gathered rows so far may not be the one who may write them afterwards.
  sendGathered(tx);
  const statement = sql`select set_config('app.kind', ${acting.kind === "anonymous" ? kindOfAnonymous : acting.kind}, true),
                   set_config('app.provider', ${acting.providerUuid ?? ""}, true),
                   set_config('app.retailer', ${acting.retailerUuid ?? ""}, true),
                   set_config('app.user', ${acting.userUuid ?? ""}, true),
                   set_config('app.support', ${acting.isForSupport === true ? "yes" : ""}, true),
                   set_config('app.warehouses', ${formatWarehouses(acting.warehouseUuids)}, true)`;
  sendUnawaited(tx, statement);
}

/**
 * Runs part of a transaction on behalf of another, and returns to `from` afterwards. Meanwhile the rest of the transaction may send nothing.
 * @throws what `work` throws
 */
export async function actingFor<T>(tx: Tx, to: Acting, from: Acting, work: () => Promise<T>): Promise<T> {
  return runAlone(tx, async () => {
    actAs(tx, to);
    const value = await work();
    // Not in a `finally`: after a failed statement the transaction accepts no other, and rolls back as a whole.
    actAs(tx, from);
    return value;
  });
}

/**
 * Runs part of a transaction without its binding to warehouses, for what concerns all of them at once: whether a SKU has stock anywhere, whether a
 * barcode is taken. Meanwhile the rest of the transaction may send nothing.
 * @throws what `work` throws
 */
export async function seeAllWarehouses<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  return runAlone(tx, async () => {
    const { rows } = await sql<{ bound: string | null }>`select current_setting('app.warehouses', true) as bound`.execute(tx);
    const bound = rows[0]?.bound ?? "";
    if (bound === "") return work();
    const set = (warehouses: string) => sendUnawaited(tx, sql`select set_config('app.warehouses', ${warehouses}, true)`);
    set("");
    const value = await work();
    // As in `actingFor`: after a failed statement the transaction rolls back as a whole.
    set(bound);
    return value;
  });
}
