import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { recheckSockets } from "#server/platform/realtime/session-changes.commands.ts";

/**
 * Blocks or unblocks a provider's retailers, all of them or none. A blocked retailer keeps its account and its other suppliers; its sessions see nothing of
 * this supplier from their next request on, and its sockets receive nothing from now on.
 * @returns the uuids of the retailers that changed
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
