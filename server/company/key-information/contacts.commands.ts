import type { Contact } from "#src/company/key-information/key-information.contract.ts";
import { mostStored } from "#src/company/key-information/key-information.rules.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { holdOwner } from "./company.commands.ts";
import { contactColumns } from "./key-information.queries.ts";
import type { Owner } from "./key-information.queries.ts";

type ContactFields = Pick<Contact, "name" | "type" | "detail">;

/** Adds a contact, up to 50. */
export async function insertContact(
  tx: Tx,
  owner: Owner,
  fields: ContactFields,
  now: Date,
): Promise<Result<Contact, "keyInformation.tooManyContacts">> {
  await holdOwner(tx, owner);
  const { ownerUuid: owner_uuid } = owner;
  const kept = await tx.selectFrom("contact").select("contact_uuid").where("owner_uuid", "=", owner_uuid).execute();
  if (kept.length >= mostStored) return refuse("keyInformation.tooManyContacts");
  const row = await tx
    .insertInto("contact")
    .values({ ...fields, owner_uuid, contact_uuid: newId(), created_at: now })
    .returning(contactColumns)
    .executeTakeFirstOrThrow();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint, or its writer's schema, allows no other value
  return ok(row as Contact);
}

/** Changes a contact if it has not changed since it was read. */
export async function changeContact(
  tx: Tx,
  { ownerUuid }: Owner,
  { contact_uuid, version, ...fields }: ContactFields & Pick<Contact, "contact_uuid" | "version">,
): Promise<Result<Contact, "notFound" | "changedMeanwhile">> {
  const before = await tx
    .selectFrom("contact")
    .select("version")
    .where("owner_uuid", "=", ownerUuid)
    .where("contact_uuid", "=", contact_uuid)
    .forUpdate()
    .executeTakeFirst();
  if (before === undefined) return refuse("notFound");
  if (before.version !== version) return refuse("changedMeanwhile");
  const row = await tx
    .updateTable("contact")
    .set({ ...fields, version: version + 1 })
    .where("owner_uuid", "=", ownerUuid)
    .where("contact_uuid", "=", contact_uuid)
    .returning(contactColumns)
    .executeTakeFirstOrThrow();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint, or its writer's schema, allows no other value
  return ok(row as Contact);
}

/** Deletes contacts, all of those named or none. Returns how many. */
export async function removeContacts(tx: Tx, { ownerUuid }: Owner, contactUuids: readonly string[]): Promise<Result<number, "notFound">> {
  const wanted = [...new Set(contactUuids.map((uuid) => uuid.toLowerCase()))];
  const removed = await tx
    .deleteFrom("contact")
    .where("owner_uuid", "=", ownerUuid)
    .where("contact_uuid", "in", wanted)
    .returning("contact_uuid")
    .execute();
  return removed.length === wanted.length ? ok(removed.length) : refuse("notFound");
}
