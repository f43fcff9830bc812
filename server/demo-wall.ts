import { sql } from "kysely";
import type { Result } from "#src/kit/lib/result.ts";
import { demoWords } from "./demo-names.ts";
import type { OrderScope } from "./outbound/orders/order-scope.ts";
import { sort } from "./outbound/sortation/sort-piece.commands.ts";
import { assign, makeWall } from "./outbound/sortation/walls.commands.ts";

function done<T>(result: Result<T, string>): T {
  if (!result.ok) throw new Error(`demo wall: ${result.problem}`);
  return result.value;
}

/** Lists the pieces of the two oldest orders in a tote, the oldest order first; each piece by its SKU. */
async function listPieces({ tx, providerUuid }: OrderScope, toteUuid: string): Promise<{ oldest: string[]; next: string[] }> {
  const { rows } = await sql<{ order_uuid: string; sku: string }>`
    select r.source_uuid as order_uuid, v.sku from reservation r
      join variant v on v.provider_uuid = r.provider_uuid and v.variant_uuid = r.variant_uuid
      cross join generate_series(1, r.quantity)
    where r.provider_uuid = ${providerUuid} and r.source_type = 'order' and r.status = 'open' and r.location_uuid = ${toteUuid}
    order by r.source_uuid, r.source_line limit 20`.execute(tx);
  const [oldest = [], next = []] = Map.groupBy(rows, ({ order_uuid }) => order_uuid).values();
  return { oldest: oldest.map(({ sku }) => sku), next: next.map(({ sku }) => sku) };
}

/**
 * Gives the demo a sort wall with a tote at it, of which one order is complete in its slot, and another is being sorted.
 * @param tote of a picked wall wave
 * @throws Error naming the refusal if a command refuses
 */
export async function sortDemoWall(scope: OrderScope, warehouse_uuid: string, tote: string): Promise<void> {
  const wall = { warehouse_uuid, name: demoWords.sortWall, code: "WALL-1", row_count: 3, column_count: 4 };
  const wall_uuid = done(await makeWall(scope, wall));
  const { tote_uuid } = done(await assign(scope, { tote, wall_uuid }));
  const { oldest, next } = await listPieces(scope, tote_uuid);
  for (const code of [...oldest, ...next.slice(0, 1)]) done(await sort(scope, { wall_uuid, code }));
}
