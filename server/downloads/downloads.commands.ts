import { sql } from "kysely";
import { downloadsChanged } from "#src/downloads/downloads.contract.ts";
import { newId } from "#server/clock.ts";
import type { Tx } from "#server/db/tx.ts";
import { confirmFile, expireFile } from "#server/files/files.commands.ts";
import type { KeptFile } from "#server/files/files.commands.ts";
import { tell } from "#server/realtime/events.ts";

/** How long what a job produced is kept. */
export const downloadDays = 7;
/** A job that has not ended by then never will: longer than its tries together may take. */
export const staleAfterMs = 6 * 60 * 60 * 1000;

/** Whose download it is, and which. */
export interface DownloadRef {
  readonly providerUuid: string;
  readonly userUuid: string;
  readonly downloadUuid: string;
}

type Status = "queued" | "running" | "ready" | "failed";

function keptUntil(now: Date): Date {
  return new Date(now.getTime() + downloadDays * 24 * 3_600_000);
}

async function tellOf(tx: Tx, { providerUuid, userUuid, downloadUuid }: DownloadRef, status: Status, progress: number): Promise<void> {
  await tell(tx, downloadsChanged, { providerUuid, userUuid }, { download_uuid: downloadUuid, status, progress });
}

/**
 * Puts a new download into a user's list, in the transaction that enqueues the job which makes it.
 * @param about `kind`: the job, `audit.export`; `name`: what the file is saved as
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
      expires_at: keptUntil(now),
    })
    .execute();
  await tellOf(tx, ref, "queued", 0);
  return ref;
}

/** Changes a download that is still being made; false where it is not (deleted, or ended by another try of its job). */
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
 * Says how far the job is.
 * @param progress whole percent, 0 to 99
 * @returns false where nobody wants the file any more: the job stops
 */
export async function progressDownload(tx: Tx, ref: DownloadRef, progress: number): Promise<boolean> {
  if (!(await change(tx, ref, { status: "running", progress }))) return false;
  await tellOf(tx, ref, "running", progress);
  return true;
}

/**
 * Gives a download its file, in the job's last transaction.
 * @returns false where it was deleted, or another try of the job was first: the caller discards its file
 * @throws Error where the file was cleared away meanwhile: the job is tried again
 */
export async function finishDownload(tx: Tx, ref: DownloadRef, kept: KeptFile, now: Date): Promise<boolean> {
  const expiresAt = keptUntil(now);
  if (!(await change(tx, ref, { status: "ready", progress: 100, file_uuid: kept.fileUuid, expires_at: expiresAt }))) return false;
  if (!(await confirmFile(tx, kept, expiresAt))) throw new Error("downloads: the file is gone");
  await tellOf(tx, ref, "ready", 100);
  return true;
}

/** Says that a download will never be ready; false where it had ended already. */
export async function failDownload(tx: Tx, ref: DownloadRef): Promise<boolean> {
  if (!(await change(tx, ref, { status: "failed" }))) return false;
  await tellOf(tx, ref, "failed", 0);
  return true;
}

type Mine = Omit<DownloadRef, "downloadUuid">;

/** How many of the downloads are now marked as seen: as many as are this user's and were named. */
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

/** Takes downloads out of the list; their files are not given out any more, and the clearing job removes them. A job at work on one stops by itself. */
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

/** Ends what no job will end any more (its tries are used up), over all tenants; acts for the platform. Gives how many. */
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
