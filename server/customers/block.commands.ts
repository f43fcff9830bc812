import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import type { Tx } from "#server/db/tx.ts";
import { recheckSockets } from "#server/realtime/realtime.commands.ts";

/**
 * Blocks a provider's retailers, all of those named or none, or lets them in again. A blocked one keeps its account and its other suppliers; of this
 * one its sessions see nothing from their next request on, and its sockets hear nothing from now on.
 * @returns the uuids of those that this changed
 */
export async function setBlocked(
  tx: Tx,
  providerUuid: string,
  { retailer_uuids, blocked }: { retailer_uuids: readonly string[]; blocked: boolean },
): Promise<Result<string[], "notFound">> {
  const wanted = [...new Set(retailer_uuids.map((uuid) => uuid.toLowerCase()))];
  const found = await tx
    .selectFrom("retailer_provider")
    .select(["retailer_uuid", "is_blocked"])
    .where("provider_uuid", "=", providerUuid)
    .where("retailer_uuid", "in", wanted)
    .orderBy("retailer_uuid")
    .forNoKeyUpdate()
    .execute();
  if (found.length !== wanted.length) return refuse("notFound");
  const changed = found.filter(({ is_blocked }) => is_blocked !== blocked).map(({ retailer_uuid }) => retailer_uuid);
  if (changed.length === 0) return ok([]);
  await tx
    .updateTable("retailer_provider")
    .set((relation) => ({ is_blocked: blocked, version: relation("version", "+", 1) }))
    .where("provider_uuid", "=", providerUuid)
    .where("retailer_uuid", "in", changed)
    .execute();
  await recheckSockets(tx, changed);
  return ok(changed);
}
