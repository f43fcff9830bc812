import type { Services } from "#server/platform/services.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { Acting, Tx } from "#server/platform/db/row-security.ts";
import { contentTypes, opaqueName, savedName } from "#src/kit/files/file-names.rules.ts";
import type { Extension } from "#src/kit/files/file-names.rules.ts";
import type { FileSource } from "./spool.ts";

/** The purpose of a file. A download is visible to its user alone; a document to its owner and the provider's staff. */
export type FilePurpose = "document" | "download";
/** The purpose of a row whose bytes are still being stored: nobody is shown such a file. */
export const unfinished = "unfinished";
/** A file not confirmed by then was abandoned; longer than any job may take. */
const unfinishedForMs = 2 * 60 * 60 * 1000;

export interface NewFile {
  readonly purpose: FilePurpose;
  /** the name to save it under, or its original name */
  readonly name: string;
  readonly extension: Extension;
}

/** A stored file that nobody sees until it is confirmed. */
export interface StoredFile {
  readonly providerUuid: string;
  readonly fileUuid: string;
  /** the opaque name */
  readonly filename: string;
  readonly name: string;
  readonly purpose: FilePurpose;
  readonly byteSize: number;
  /** hex */
  readonly sha256: string;
}

export type FileServices = Pick<Services, "database" | "files" | "clock" | "log">;

function getStoreKey(providerUuid: string, fileUuid: string): string {
  return `${providerUuid}/${fileUuid}`;
}

/** Records that bytes are about to be stored, so that leftovers of a killed process are found and cleared. */
async function announce(services: FileServices, acting: Acting, fileUuid: string, about: NewFile): Promise<string> {
  const { providerUuid, userUuid } = acting;
  if (typeof providerUuid !== "string" || typeof userUuid !== "string")
    throw new Error("files: storing a file requires a provider and a user");
  const now = services.clock.now();
  await services.database.transaction(acting, (tx) =>
    tx
      .insertInto("file")
      .values({
        provider_uuid: providerUuid,
        file_uuid: fileUuid,
        retailer_uuid: acting.retailerUuid ?? null,
        user_uuid: userUuid,
        purpose: unfinished,
        name: savedName([about.name], about.extension),
        extension: about.extension,
        content_type: contentTypes[about.extension],
        byte_size: 0,
        sha256: Buffer.alloc(0),
        store_key: getStoreKey(providerUuid, fileUuid),
        created_at: now,
        expires_at: new Date(now.getTime() + unfinishedForMs),
      })
      .execute(),
  );
  return providerUuid;
}

/**
 * Stores bytes under a new opaque name. Not within a transaction: it may take long. `confirmFile` makes the file available, in the transaction of
 * what it belongs to; an unconfirmed file is deleted after two hours.
 * @param acting the owner of the file: the provider and its user, and the retailer if one acts
 * @throws what the source or the store throws; nothing is left behind then
 */
export async function storeFile(services: FileServices, acting: Acting, about: NewFile, source: FileSource): Promise<StoredFile> {
  const fileUuid = newId();
  const providerUuid = await announce(services, acting, fileUuid, about);
  const { purpose, extension } = about;
  const place = { providerUuid, fileUuid };
  try {
    const facts = await services.files.put(getStoreKey(providerUuid, fileUuid), source, { contentType: contentTypes[extension] });
    return { ...place, filename: opaqueName({ fileUuid, extension }), name: savedName([about.name], extension), purpose, ...facts };
  } catch (error) {
    await discardFile(services, acting, place);
    throw error;
  }
}

/**
 * Makes a stored file available.
 * @param expiresAt when it is deleted; null for as long as something refers to it
 * @returns false if it was deleted meanwhile, or belongs to another
 */
export async function confirmFile(tx: Tx, kept: StoredFile, expiresAt: Date | null): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("file")
    .set({ purpose: kept.purpose, byte_size: kept.byteSize, sha256: Buffer.from(kept.sha256, "hex"), expires_at: expiresAt })
    .where("provider_uuid", "=", kept.providerUuid)
    .where("file_uuid", "=", kept.fileUuid)
    .where("purpose", "=", unfinished)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes a stored file that was not confirmed. If that fails now, the clearing job does it; nothing is thrown. */
export async function discardFile(
  { database, files, log }: FileServices,
  acting: Acting,
  { providerUuid, fileUuid }: Pick<StoredFile, "providerUuid" | "fileUuid">,
): Promise<void> {
  try {
    await database.transaction(acting, async (tx) => {
      const removed = await tx
        .deleteFrom("file")
        .where("provider_uuid", "=", providerUuid)
        .where("file_uuid", "=", fileUuid)
        // The confirmation may have been committed although its caller saw an error.
        .where("purpose", "=", unfinished)
        .returning("store_key")
        .executeTakeFirst();
      // The row is deleted with the bytes or not at all: before the commit.
      if (removed !== undefined) await files.remove(removed.store_key);
    });
  } catch (error) {
    log.warn({ err: error, fileUuid }, "files: deleting a stored file failed, the clearing job retries");
  }
}

/** Has the clearing job delete a file; from now on nobody can fetch it. */
export async function expireFile(
  tx: Tx,
  { providerUuid, fileUuid }: Pick<StoredFile, "providerUuid" | "fileUuid">,
  now: Date,
): Promise<void> {
  await tx
    .updateTable("file")
    .set({ expires_at: now })
    .where("provider_uuid", "=", providerUuid)
    .where("file_uuid", "=", fileUuid)
    .execute();
}
