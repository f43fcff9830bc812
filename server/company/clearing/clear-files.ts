import type { Services } from "#server/platform/services.ts";
import { platform } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";

type ExpiredFile = { provider_uuid: string; file_uuid: string; expires_at: Date };
type FileServices = Pick<Services, "database" | "files" | "log">;

/** Consecutive failures after which the store counts as unreachable. */
const patience = 3;
/** PostgreSQL's foreign_key_violation: something still refers to the file. */
const stillInUse = "23503";

function isInUse(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === stillInUse;
}

/** Returns the next expired files, the oldest first; after `last`, so that one that cannot be deleted does not block the others. */
function overdue(tx: Tx, now: Date, last: ExpiredFile | null, limit: number): Promise<ExpiredFile[]> {
  let files = tx
    .selectFrom("file")
    .select(["provider_uuid", "file_uuid", "expires_at"])
    .where("expires_at", "<=", now)
    .$narrowType<ExpiredFile>();
  if (last !== null)
    files = files.where((where) =>
      where(
        where.refTuple("expires_at", "provider_uuid", "file_uuid"),
        ">",
        where.tuple(last.expires_at, last.provider_uuid, last.file_uuid),
      ),
    );
  return files.orderBy("expires_at").orderBy("provider_uuid").orderBy("file_uuid").limit(limit).execute();
}

/**
 * Deletes one file: its bytes while its row is already deleted but not yet committed. If the store fails, the row is rolled back, for the next
 * time; if the commit fails, a row without bytes is left, which nobody can fetch and which is deleted the next time.
 */
async function removeFile({ database, files }: FileServices, { provider_uuid, file_uuid }: ExpiredFile, now: Date): Promise<void> {
  await database.transaction(platform, async (tx) => {
    const removed = await tx
      .deleteFrom("file")
      .where("provider_uuid", "=", provider_uuid)
      .where("file_uuid", "=", file_uuid)
      .where("expires_at", "<=", now)
      .returning("store_key")
      .executeTakeFirst();
    if (removed !== undefined) await files.remove(removed.store_key);
  });
}

/**
 * Deletes expired files from the store and from the table. One that cannot be deleted is left for the next time.
 * @param signal aborted: stops between files
 * @returns how many were deleted
 */
export async function clearFiles(services: FileServices, now: Date, batchSize: number, signal: AbortSignal): Promise<number> {
  let removed = 0;
  let failures = 0;
  let last: ExpiredFile | null = null;
  for (;;) {
    const after: ExpiredFile | null = last;
    const files: ExpiredFile[] = await services.database.transaction(platform, (tx) => overdue(tx, now, after, batchSize));
    for (const file of files) {
      signal.throwIfAborted();
      try {
        await removeFile(services, file, now);
        removed += 1;
        failures = 0;
      } catch (error) {
        // That does not indicate a failing store.
        if (!isInUse(error)) failures += 1;
        services.log.warn({ err: error, fileUuid: file.file_uuid }, "platform: removing a file failed, the next run retries");
        if (failures === patience) return removed;
      }
    }
    last = files.at(-1) ?? null;
    if (files.length < batchSize) return removed;
  }
}
