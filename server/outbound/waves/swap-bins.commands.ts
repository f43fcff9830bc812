import { sql } from "kysely";
import { toDay } from "#src/kit/lib/days.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { publishStockChanged } from "#server/warehouse/stock/ledger.commands.ts";
import { orderSource } from "../orders/allocate.commands.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import type { PlannedBin } from "./locked-waves.commands.ts";

type Scope = Pick<OrderScope, "tx" | "providerUuid" | "now">;

/** An open reservation of a line whose pieces are to be reserved elsewhere. */
interface Held {
  readonly reservation_uuid: string;
  readonly order_uuid: string;
  readonly line: number;
  readonly part: number;
  readonly variant_uuid: string;
  readonly warehouse_uuid: string;
  readonly owner_uuid: string;
  readonly location_uuid: string;
  readonly lot: string;
  readonly quantity: number;
}

/** The swap of an order: what it has, and what it is to have. */
interface Swap {
  readonly order_uuid: string;
  readonly held: readonly Held[];
  readonly wanted: readonly (PlannedBin & Pick<Held, "variant_uuid" | "owner_uuid" | "warehouse_uuid">)[];
}

const toBinKey = (of: Pick<Held, "variant_uuid" | "owner_uuid" | "location_uuid" | "lot">): string =>
  `${of.variant_uuid} ${of.owner_uuid} ${of.location_uuid} ${of.lot}`;

async function lockHeld({ tx, providerUuid }: Scope, bins: readonly PlannedBin[]): Promise<Held[]> {
  const lines = bins.map(({ order_uuid, line }) => ({ order_uuid, line }));
  const { rows } = await sql<Held>`
    select r.reservation_uuid, r.source_uuid as order_uuid, r.source_line as line, r.part, r.variant_uuid, r.warehouse_uuid, r.owner_uuid, r.location_uuid,
      r.lot, r.quantity
    from reservation r
      join location l on l.provider_uuid = r.provider_uuid and l.location_uuid = r.location_uuid and l.type not in ('tote', 'packing', 'slot')
    where r.provider_uuid = ${providerUuid} and r.source_type = ${orderSource} and r.status = 'open'
      and (r.source_uuid, r.source_line) in (select n.order_uuid, n.line from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as n (order_uuid uuid, line integer))
    order by r.reservation_uuid for no key update of r`.execute(tx);
  return rows;
}

/** Locks what could serve the swaps, and returns how many pieces of each bin nobody has reserved. */
async function lockFree({ tx, providerUuid, now }: Scope, held: readonly Held[]): Promise<Map<string, number>> {
  const keys = held.map(({ variant_uuid, warehouse_uuid, owner_uuid }) => ({ v: variant_uuid, w: warehouse_uuid, o: owner_uuid }));
  const { rows } = await sql<Pick<Held, "variant_uuid" | "owner_uuid" | "location_uuid" | "lot"> & { available: number }>`
    select variant_uuid, owner_uuid, location_uuid, lot, available
    from lock_pickable_stock(${providerUuid}, ${JSON.stringify(keys)}::jsonb, ${toDay(now)}::date)`.execute(tx);
  return new Map(rows.map((row) => [toBinKey(row), row.available]));
}

/** Pairs what lines have with what they are to have; an order of which a line has other pieces than the plan knew is left out. */
function listSwaps(bins: readonly PlannedBin[], held: readonly Held[]): { swaps: Swap[]; stale: string[] } {
  const heldByOrder = Map.groupBy(held, ({ order_uuid }) => order_uuid);
  const swaps: Swap[] = [];
  const stale: string[] = [];
  for (const [order_uuid, wanted] of Map.groupBy(bins, (bin) => bin.order_uuid)) {
    const own = heldByOrder.get(order_uuid) ?? [];
    const lines = new Set(wanted.map(({ line }) => line));
    const isSame = [...lines].every(
      (line) =>
        own.filter((one) => one.line === line).reduce((sum, { quantity }) => sum + quantity, 0) ===
        wanted.filter((one) => one.line === line).reduce((sum, { quantity }) => sum + quantity, 0),
    );
    if (!isSame) {
      stale.push(order_uuid);
      continue;
    }
    const known = new Map(own.map((one) => [one.line, one]));
    swaps.push({
      order_uuid,
      held: own,
      wanted: wanted.flatMap((bin) => {
        const one = known.get(bin.line);
        return one === undefined
          ? []
          : [{ ...bin, variant_uuid: one.variant_uuid, owner_uuid: one.owner_uuid, warehouse_uuid: one.warehouse_uuid }];
      }),
    });
  }
  return { swaps, stale };
}

/** Applies swaps to the free pieces if all of them fit together. */
function tryTogether(free: Map<string, number>, swaps: readonly Swap[]): boolean {
  const after = new Map(free);
  for (const { held } of swaps) for (const one of held) after.set(toBinKey(one), (after.get(toBinKey(one)) ?? 0) + one.quantity);
  for (const { wanted } of swaps)
    for (const one of wanted) {
      const left = (after.get(toBinKey(one)) ?? 0) - one.quantity;
      if (left < 0) return false;
      after.set(toBinKey(one), left);
    }
  for (const [key, left] of after) free.set(key, left);
  return true;
}

/** Finds the swaps that can be made: all of them together, or else one after the other, again and again while that frees bins for others. */
function findPossible(free: Map<string, number>, swaps: readonly Swap[]): Set<string> {
  if (tryTogether(free, swaps)) return new Set(swaps.map(({ order_uuid }) => order_uuid));
  const possible = new Set<string>();
  for (let found = true; found;) {
    found = false;
    for (const swap of swaps)
      if (!possible.has(swap.order_uuid) && tryTogether(free, [swap])) {
        possible.add(swap.order_uuid);
        found = true;
      }
  }
  return possible;
}

async function reserveWanted(
  { tx, providerUuid, now }: Scope,
  swaps: readonly Swap[],
  lastParts: ReadonlyMap<string, number>,
): Promise<void> {
  const parts = new Map(lastParts);
  const rows = swaps.flatMap(({ wanted }) =>
    wanted.map(({ order_uuid, line, variant_uuid, owner_uuid, warehouse_uuid, location_uuid, lot, quantity }) => {
      const part = (parts.get(`${order_uuid} ${line}`) ?? 0) + 1;
      parts.set(`${order_uuid} ${line}`, part);
      return {
        id: newId(),
        uuid: order_uuid,
        line,
        part,
        v: variant_uuid,
        w: warehouse_uuid,
        l: location_uuid,
        o: owner_uuid,
        lot,
        quantity,
      };
    }),
  );
  await sql`insert into reservation (provider_uuid, reservation_uuid, source_type, source_uuid, source_line, part, variant_uuid, warehouse_uuid,
      location_uuid, owner_uuid, lot, condition, quantity, created_at)
    select ${providerUuid}::uuid, r.id, ${orderSource}, r.uuid, r.line, r.part, r.v, r.w, r.l, r.o, r.lot, 'good', r.quantity, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, uuid uuid, line integer, part smallint, v uuid, w uuid, l uuid, o uuid,
      lot text, quantity integer)`.execute(tx);
}

/** The last part of each line that any reservation has had: the key of open ones includes it. */
async function readLastParts({ tx, providerUuid }: Scope, orderUuids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ order_uuid: string; line: number; part: number }>`
    select source_uuid as order_uuid, source_line as line, max(part)::integer as part from reservation
    where provider_uuid = ${providerUuid} and source_type = ${orderSource} and source_uuid = any (${[...orderUuids]}::uuid[]) group by 1, 2`.execute(
    tx,
  );
  return new Map(rows.map(({ order_uuid, line, part }) => [`${order_uuid} ${line}`, part]));
}

/**
 * Moves reservations of locked orders to the bins of a plan: stock is locked and looked at again, for it may have changed since the plan was made.
 * @returns the orders for which that is not possible any more; they keep what they had
 */
export async function swapBins(scope: Scope, bins: readonly PlannedBin[]): Promise<Set<string>> {
  if (bins.length === 0) return new Set();
  const { tx, providerUuid, now } = scope;
  const held = await lockHeld(scope, bins);
  const free = await lockFree(scope, held);
  const { swaps, stale } = listSwaps(bins, held);
  const possible = findPossible(free, swaps);
  const made = swaps.filter(({ order_uuid }) => possible.has(order_uuid));
  const ended = made.flatMap((swap) => swap.held);
  if (made.length > 0) {
    const lastParts = await readLastParts(scope, [...possible]);
    await sql`update reservation set status = 'released', ended_at = ${now}
      where provider_uuid = ${providerUuid} and reservation_uuid = any (${ended.map(({ reservation_uuid }) => reservation_uuid)}::uuid[])`.execute(
      tx,
    );
    await reserveWanted(scope, made, lastParts);
    await publishStockChanged(
      tx,
      providerUuid,
      ended.map(({ variant_uuid, owner_uuid }) => ({ variantUuid: variant_uuid, ownerUuid: owner_uuid })),
    );
  }
  return new Set([...stale, ...swaps.filter(({ order_uuid }) => !possible.has(order_uuid)).map(({ order_uuid }) => order_uuid)]);
}
