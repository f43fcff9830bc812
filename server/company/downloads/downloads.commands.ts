import { sql } from "kysely";
import { downloadsChanged } from "#src/company/downloads/downloads.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { confirmFile, expireFile } from "#server/platform/files/files.commands.ts";
import type { StoredFile } from "#server/platform/files/files.commands.ts";
import { publishEvent } from "#server/platform/realtime/events.ts";

/** How long a job's file is available. */
export const downloadDays = 7;
/** A job that has not ended by then never will: longer than its tries together may take. */
export const staleAfterMs = 6 * 60 * 60 * 1000;

/** A download and its owner. */
export interface DownloadRef {
  readonly providerUuid: string;
  readonly userUuid: string;
  readonly downloadUuid: string;
}

type Status = "queued" | "running" | "ready" | "failed";

function getExpiry(now: Date): Date {
  return new Date(now.getTime() + downloadDays * 24 * 3_600_000);
}

async function publishDownload(
  tx: Tx,
  { providerUuid, userUuid, downloadUuid }: DownloadRef,
  status: Status,
  progress: number,
): Promise<void> {
  await publishEvent(tx, downloadsChanged, { providerUuid, userUuid }, { download_uuid: downloadUuid, status, progress });
}

/**
 * Adds a download to a user's list, in the transaction that enqueues its job.
 * @param about `kind`: the job, `audit.export`; `name`: the file's name
 */
export async function startDownload(
  tx: Tx,
  owner: Omit<DownloadRef, "downloadUuid">,
  about: { kind: string; name: string },
  now: Date,
): Promise<DownloadRef> {
  const ref = { ...owner, downloadUuid: newId() };
  await tx
    .insertInto("download")
    .values({
      provider_uuid: ref.providerUuid,
      download_uuid: ref.downloadUuid,
      user_uuid: ref.userUuid,
      ...about,
      created_at: now,
      expires_at: getExpiry(now),
    })
    .execute();
  await publishDownload(tx, ref, "queued", 0);
  return ref;
}

/** Changes a download whose job is running; false if it is not (deleted, or ended by another try of its job). */
async function change(
  tx: Tx,
  { providerUuid, userUuid, downloadUuid }: DownloadRef,
  set: { status: Status; progress?: number; file_uuid?: string; expires_at?: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("download")
    .set(set)
    .where("provider_uuid", "=", providerUuid)
    .where("user_uuid", "=", userUuid)
    .where("download_uuid", "=", downloadUuid)
    .where("status", "in", ["queued", "running"])
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Records the job's progress.
 * @param progress whole percent, 0 to 99
 * @returns false if nobody needs the file any more: the job stops
 */
export async function progressDownload(tx: Tx, ref: DownloadRef, progress: number): Promise<boolean> {
  if (!(await change(tx, ref, { status: "running", progress }))) return false;
  await publishDownload(tx, ref, "running", progress);
  return true;
}

/**
 * Assigns a download its file, in the job's last transaction.
 * @returns false if it was deleted, or another try of the job was first: the caller discards its file
 * @throws Error if the file was deleted meanwhile: the job is retried
 */
export async function finishDownload(tx: Tx, ref: DownloadRef, kept: StoredFile, now: Date): Promise<boolean> {
  const expiresAt = getExpiry(now);
  if (!(await change(tx, ref, { status: "ready", progress: 100, file_uuid: kept.fileUuid, expires_at: expiresAt }))) return false;
  if (!(await confirmFile(tx, kept, expiresAt))) throw new Error("downloads: the file no longer exists");
  await publishDownload(tx, ref, "ready", 100);
  return true;
}

/** Marks a download as failed; false if it had ended already. */
export async function failDownload(tx: Tx, ref: DownloadRef): Promise<boolean> {
  if (!(await change(tx, ref, { status: "failed" }))) return false;
  await publishDownload(tx, ref, "failed", 0);
  return true;
}

type Mine = Omit<DownloadRef, "downloadUuid">;

/** Marks the named downloads of this user as seen, and returns how many changed. */
export async function markSeen(tx: Tx, mine: Mine, downloadUuids: readonly string[], now: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable("download")
    .set({ seen_at: sql`coalesce(seen_at, ${now})` })
    .where("provider_uuid", "=", mine.providerUuid)
    .where("user_uuid", "=", mine.userUuid)
    .where("download_uuid", "in", downloadUuids)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Removes downloads from the list; their files are no longer available, and the clearing job deletes them. A running job stops by itself. */
export async function removeDownloads(tx: Tx, mine: Mine, downloadUuids: readonly string[], now: Date): Promise<number> {
  const removed = await tx
    .deleteFrom("download")
    .where("provider_uuid", "=", mine.providerUuid)
    .where("user_uuid", "=", mine.userUuid)
    .where("download_uuid", "in", downloadUuids)
    .returning("file_uuid")
    .execute();
  for (const { file_uuid } of removed)
    if (file_uuid !== null) await expireFile(tx, { providerUuid: mine.providerUuid, fileUuid: file_uuid }, now);
  return removed.length;
}

/** Fails downloads whose jobs will not run again (all tries failed), over all tenants; acts for the platform. Returns how many. */
export async function failStaleDownloads(tx: Tx, now: Date, limit: number): Promise<number> {
  const stale = await tx
    .selectFrom("download")
    .select(["provider_uuid", "user_uuid", "download_uuid"])
    .where("status", "in", ["queued", "running"])
    .where("created_at", "<", new Date(now.getTime() - staleAfterMs))
    .orderBy("expires_at")
    .limit(limit)
    .execute();
  for (const { provider_uuid: providerUuid, user_uuid: userUuid, download_uuid: downloadUuid } of stale)
    await failDownload(tx, { providerUuid, userUuid, downloadUuid });
  return stale.length;
}
