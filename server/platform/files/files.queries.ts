import type { Tx } from "#server/platform/db/row-security.ts";
import type { Actor } from "#server/platform/http/context.ts";
import { unfinished } from "./files.commands.ts";
import type { OpaqueName } from "#src/kit/files/file-names.rules.ts";

export interface FoundFile {
  name: string;
  content_type: string;
  byte_size: number;
  store_key: string;
}

/**
 * Finds a file that this actor may fetch, or null. The policies enforce the tenant: staff see their provider's, a retailer its own under the
 * current provider, its documents under any of its providers (none of them in a support session), and the pictures of what the current one offers.
 * A download is also limited to its user: its content may exceed what a colleague may see.
 */
export async function findFile(tx: Tx, actor: Actor, { fileUuid, extension }: OpaqueName, now: Date): Promise<FoundFile | null> {
  const { providerUuid, retailerUuid, userUuid } = actor;
  const found = await tx
    .selectFrom("file")
    .select(["name", "content_type", "byte_size", "store_key"])
    .where((where) =>
      retailerUuid === null
        ? where("provider_uuid", "=", providerUuid)
        : where.or([
            where.and([
              where("retailer_uuid", "=", retailerUuid),
              where(
                "provider_uuid",
                "in",
                where.selectFrom("retailer_provider").select("provider_uuid").where("retailer_uuid", "=", retailerUuid),
              ),
            ]),
            where.and([where("retailer_uuid", "is", null), where("provider_uuid", "=", providerUuid)]),
          ]),
    )
    .where("file_uuid", "=", fileUuid)
    .where("extension", "=", extension)
    .where("purpose", "<>", unfinished)
    .where((where) => where.or([where("expires_at", "is", null), where("expires_at", ">", now)]))
    .where((where) => where.or([where("purpose", "<>", "download"), where("user_uuid", "=", userUuid)]))
    .executeTakeFirst();
  return found ?? null;
}
