import { sql } from "kysely";
import type { OutputOf, ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { listDownloads } from "#src/company/downloads/downloads.contract.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { listPage } from "#server/platform/db/list.ts";
import type { Extension } from "#src/kit/files/file-names.rules.ts";
import { opaqueName } from "#src/kit/files/file-names.rules.ts";

type DownloadsInput = ParsedInputOf<typeof listDownloads>;
type Listed = OutputOf<typeof listDownloads>;

interface DownloadedFile {
  readonly fileUuid: string;
  readonly extension: Extension;
  readonly byteSize: number;
}

/** The file of a download. Not a join, which would find the files of all downloads before it sorts: 3.2 ms of 3.9 for 1,250. */
const file = sql<DownloadedFile | null>`(
  select jsonb_build_object('fileUuid', f.file_uuid, 'extension', f.extension, 'byteSize', f.byte_size) from file f
  where f.provider_uuid = download.provider_uuid and f.file_uuid = download.file_uuid)`;

/** Returns a page of a user's downloads under a provider, newest first. */
export async function pageOfDownloads(
  tx: Tx,
  { providerUuid, userUuid, now, ...asked }: DownloadsInput & { providerUuid: string; userUuid: string; now: Date },
): Promise<Result<Listed, "parameterError">> {
  let base = tx
    .selectFrom("download")
    .where("download.provider_uuid", "=", providerUuid)
    .where("download.user_uuid", "=", userUuid)
    // "is true": goes by the user's index, which has the list's order. By that of `expires_at`, all downloads are read and sorted.
    .where(sql<boolean>`(download.expires_at > ${now}) is true`);
  if (asked.status !== undefined) base = base.where("download.status", "=", asked.status);
  return listPage(
    tx,
    {
      name: "downloads.list",
      table: "download",
      base,
      keys: [{ column: sql.ref("download.download_uuid"), type: "uuid", direction: "desc" }],
      select: (page) =>
        page
          .select([
            "download.download_uuid",
            "download.kind",
            "download.name",
            "download.status",
            "download.progress",
            "download.created_at",
            "download.expires_at",
            "download.seen_at",
          ])
          .select(file.as("file")),
      show: (row) => ({
        download_uuid: row.download_uuid,
        kind: row.kind,
        name: row.name,
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint, or its writer's schema, allows no other value
        status: row.status as Listed["result"][number]["status"],
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint, or its writer's schema, allows no other value
        filename: row.file === null ? "" : opaqueName(row.file),
        byte_size: row.file?.byteSize ?? 0,
        progress: row.progress,
        created_at: row.created_at.toISOString(),
        expires_at: row.expires_at.toISOString(),
        is_seen: row.seen_at !== null,
      }),
    },
    asked,
  );
}
