import type { Authentication } from "#src/company/key-information/key-information.contract.ts";
import { mostStored } from "#src/company/key-information/key-information.rules.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { actingFor } from "#server/platform/db/row-security.ts";
import type { Acting, Tx } from "#server/platform/db/row-security.ts";
import { holdOwner } from "./company.commands.ts";
import type { Owner } from "./key-information.queries.ts";

/** The actor, the company and the time. */
export interface OwnerContext {
  readonly tx: Tx;
  readonly owner: Owner;
  readonly acting: Acting;
  readonly now: Date;
}

interface DocumentFile {
  provider_uuid: string;
  file_uuid: string;
}

/**
 * Returns the files of stored names, if every one is the owner's own document and still stored; else null. A provider's own are those of its staff,
 * and not its retailers' papers, which it may see as well.
 */
async function documentFiles({ tx, owner, now }: OwnerContext, names: readonly string[]): Promise<DocumentFile[] | null> {
  const wanted = names.map((name) => name.split("."));
  const rows = await tx
    .selectFrom("file")
    .select(["provider_uuid", "file_uuid", "extension"])
    .where(
      "file_uuid",
      "in",
      wanted.map(([uuid = ""]) => uuid),
    )
    .where("purpose", "=", "document")
    .where((file) => file.or([file("expires_at", "is", null), file("expires_at", ">", now)]))
    .where((file) =>
      owner.kind === "retailer"
        ? file("retailer_uuid", "=", owner.ownerUuid)
        : file.and([file("provider_uuid", "=", owner.ownerUuid), file("retailer_uuid", "is", null)]),
    )
    .execute();
  const found = wanted.map(([uuid, extension]) => rows.find((row) => row.file_uuid === uuid && row.extension === extension));
  return found.every((row) => row !== undefined) ? found : null;
}

/**
 * Sets when files expire; null: as long as something refers to them. A retailer's papers belong to the provider that was current when they were
 * uploaded, and are changed acting as that one's retailer.
 */
async function keepUntil({ tx, acting }: OwnerContext, files: readonly DocumentFile[], expiresAt: Date | null): Promise<void> {
  for (const [providerUuid, those] of Map.groupBy(files, (file) => file.provider_uuid)) {
    await actingFor(tx, { ...acting, providerUuid }, acting, () =>
      tx
        .updateTable("file")
        .set({ expires_at: expiresAt })
        .where("provider_uuid", "=", providerUuid)
        .where(
          "file_uuid",
          "in",
          those.map((file) => file.file_uuid),
        )
        .execute(),
    );
  }
}

type AuthenticationFields = Pick<Authentication, "type" | "name" | "id_number" | "documents">;

/** Adds an authentication, up to 50, with its documents in the given order. `notFound`: one of them is not the owner's. */
export async function insertAuthentication(
  context: OwnerContext,
  { documents, ...fields }: AuthenticationFields,
): Promise<Result<Authentication, "notFound" | "keyInformation.tooManyAuthentications">> {
  const { tx, owner, now } = context;
  const { ownerUuid: owner_uuid } = owner;
  await holdOwner(tx, owner);
  const kept = await tx.selectFrom("authentication").select("authentication_uuid").where("owner_uuid", "=", owner_uuid).execute();
  if (kept.length >= mostStored) return refuse("keyInformation.tooManyAuthentications");
  const names = [...new Set(documents)];
  const files = await documentFiles(context, names);
  if (files === null) return refuse("notFound");
  const authentication_uuid = newId();
  await tx
    .insertInto("authentication")
    .values({ ...fields, owner_uuid, authentication_uuid, created_at: now })
    .execute();
  await tx
    .insertInto("authentication_document")
    .values(
      files.map(({ provider_uuid, file_uuid }, position) => ({ owner_uuid, authentication_uuid, position, provider_uuid, file_uuid })),
    )
    .execute();
  await keepUntil(context, files, null);
  return ok({ ...fields, authentication_uuid, documents: names, created_at: now.toISOString() });
}

/** Deletes an authentication; documents that none of the owner's others refers to expire. */
export async function removeAuthentication(context: OwnerContext, authenticationUuid: string): Promise<Result<null, "notFound">> {
  const { tx, owner, now } = context;
  await holdOwner(tx, owner);
  const documents = await tx.selectFrom("authentication_document").selectAll().where("owner_uuid", "=", owner.ownerUuid).execute();
  const removed = await tx
    .deleteFrom("authentication")
    .where("owner_uuid", "=", owner.ownerUuid)
    .where("authentication_uuid", "=", authenticationUuid)
    .returning("authentication_uuid")
    .executeTakeFirst();
  if (removed === undefined) return refuse("notFound");
  const isIts = (document: { authentication_uuid: string }) => document.authentication_uuid === authenticationUuid;
  const stillUsed = new Set(documents.filter((document) => !isIts(document)).map(({ file_uuid }) => file_uuid));
  const leftOver = documents.filter((document) => isIts(document) && !stillUsed.has(document.file_uuid));
  await keepUntil(context, leftOver, now);
  return ok(null);
}
