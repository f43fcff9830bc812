import { sql } from "kysely";
import { returnsChanged } from "#src/outbound/returns/returns.contract.ts";
import { getNextReturnStatus } from "#src/outbound/returns/returns.machine.ts";
import type { ReturnEvent, ReturnStatus } from "#src/outbound/returns/returns.machine.ts";
import type { LinePieces } from "#src/outbound/returns/returns.rules.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { publishEvent } from "#server/platform/realtime/events.ts";
import { asPlatform } from "../orders/order-scope.ts";
import type { OrderScope } from "../orders/order-scope.ts";

/** A return that this transaction has locked. Its order, if that is locked too, is locked before it. */
export interface LockedReturn {
  return_uuid: string;
  return_number: string;
  owner_uuid: string | null;
  order_uuid: string | null;
  warehouse_uuid: string;
  status: ReturnStatus;
  tracking_number: string;
  /** of the exception that a parcel of nobody is; empty for others */
  exception_number: string;
  arrived_at: Date | null;
  inspected_at: Date | null;
  decided_at: Date | null;
  ended_at: Date | null;
  version: number;
}

/** The columns that steps change. */
type Changeable = Omit<LockedReturn, "return_uuid" | "return_number" | "warehouse_uuid" | "exception_number" | "version" | "status">;

/** What happens to a return. Pieces are those of one product. */
export interface ReturnChange {
  readonly event: ReturnEvent;
  readonly set?: Partial<Changeable>;
  readonly message?: string;
  readonly pieces?: { readonly sku: string; readonly quantity: number };
}

/** A line of a locked return. */
export interface StoredLine extends LinePieces {
  readonly line_uuid: string;
  readonly line_number: number;
  readonly variant_uuid: string;
  readonly sku: string;
  readonly stock_owner_uuid: string;
  readonly lot: string;
  readonly expected: number;
}

const columns = sql`return_uuid, return_number, owner_uuid, order_uuid, warehouse_uuid, status, tracking_number, exception_number, arrived_at, inspected_at, decided_at, ended_at, version`;

/** Locks a return; null if the caller may not see it. */
export function lockReturn(scope: OrderScope, returnUuid: string): Promise<LockedReturn | null> {
  const { providerUuid, retailerUuid } = scope;
  return asPlatform(scope, async ({ tx }) => {
    const { rows } = await sql<LockedReturn>`
      select ${columns} from return_order where provider_uuid = ${providerUuid} and return_uuid = ${returnUuid}
        and (${retailerUuid === null} or owner_uuid = ${retailerUuid ?? providerUuid}::uuid)
      for no key update`.execute(tx);
    return rows[0] ?? null;
  });
}

/** Returns the lines of a return, in their order. */
export async function listStoredLines(
  { tx, providerUuid }: Pick<OrderScope, "tx" | "providerUuid">,
  returnUuid: string,
): Promise<StoredLine[]> {
  const { rows } = await sql<StoredLine>`
    select line_uuid, line_number, variant_uuid, sku, stock_owner_uuid, lot, expected, good, damaged, good_decision, damaged_decision, good_done, damaged_done
    from return_line where provider_uuid = ${providerUuid} and return_uuid = ${returnUuid} order by line_number`.execute(tx);
  return rows;
}

/** Publishes to the staff and the owner of a return that it changed. */
export async function publishReturn(
  { tx, providerUuid }: Pick<OrderScope, "tx" | "providerUuid">,
  { return_uuid, owner_uuid, warehouse_uuid }: Pick<LockedReturn, "return_uuid" | "owner_uuid" | "warehouse_uuid">,
): Promise<void> {
  const retailerUuid = owner_uuid === providerUuid ? null : owner_uuid;
  await publishEvent(tx, returnsChanged, { providerUuid, retailerUuid, warehouseUuid: warehouse_uuid }, { return_uuid });
}

/** Writes an event of a return. The transaction acts as staff or the platform. */
export async function writeReturnEvent(
  { tx, providerUuid, userUuid, retailerUuid, now }: OrderScope,
  of: Pick<LockedReturn, "return_uuid" | "owner_uuid" | "warehouse_uuid">,
  {
    event,
    from,
    to,
    message = "",
    pieces,
    isBySystem = false,
  }: Pick<ReturnChange, "message" | "pieces"> & {
    readonly event: ReturnEvent | "announce" | "receive";
    readonly from: ReturnStatus | "";
    readonly to: ReturnStatus;
    readonly isBySystem?: boolean;
  },
): Promise<void> {
  await tx
    .insertInto("return_event")
    .values({
      provider_uuid: providerUuid,
      return_uuid: of.return_uuid,
      event_uuid: newId(),
      owner_uuid: of.owner_uuid,
      warehouse_uuid: of.warehouse_uuid,
      at: now,
      user_uuid: isBySystem ? null : userUuid,
      by_retailer: retailerUuid !== null && !isBySystem,
      event,
      from_status: from,
      to_status: to,
      message,
      detail: JSON.stringify(pieces ?? {}),
    })
    .execute();
}

/**
 * Saves a step of a locked return with its event. The caller has checked that the state allows it.
 * @param isBySystem it follows from another step
 * @returns the return as it is now
 */
export async function saveReturn(
  scope: OrderScope,
  of: LockedReturn,
  { event, set = {}, ...told }: ReturnChange,
  isBySystem = false,
): Promise<LockedReturn> {
  const status = getNextReturnStatus(of.status, event);
  if (status === null) throw new Error(`returns: ${event} of a return that is ${of.status}`);
  const saved: LockedReturn = { ...of, ...set, status, version: of.version + 1 };
  return asPlatform(scope, async (acting) => {
    const { return_uuid, return_number: _number, warehouse_uuid: _warehouse, ...changed } = saved;
    const { numUpdatedRows } = await acting.tx
      .updateTable("return_order")
      .set(changed)
      .where("provider_uuid", "=", scope.providerUuid)
      .where("return_uuid", "=", return_uuid)
      .where("version", "=", of.version)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows !== 1n) throw new Error("returns: a locked return changed");
    await writeReturnEvent(acting, saved, { event, from: of.status, to: status, isBySystem, ...told });
    await publishReturn(acting, saved);
    return saved;
  });
}
