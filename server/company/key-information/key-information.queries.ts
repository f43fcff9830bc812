import type { Authentication, Company, Contact } from "#src/company/key-information/key-information.contract.ts";
import type { Tx } from "#server/platform/db/row-security.ts";

/** The owner of the details: a provider or a retailer. */
export interface Owner {
  readonly kind: "provider" | "retailer";
  readonly ownerUuid: string;
}

const details = ["legal_name", "registration_number", "tax_number", "address", "phone", "email", "website"] as const;

async function readNameAndCountry(tx: Tx, { kind, ownerUuid }: Owner): Promise<{ name: string; country_code: string }> {
  const columns = ["name", "country_code"] as const;
  return kind === "provider"
    ? tx.selectFrom("provider").select(columns).where("provider_uuid", "=", ownerUuid).executeTakeFirstOrThrow()
    : tx.selectFrom("retailer").select(columns).where("retailer_uuid", "=", ownerUuid).executeTakeFirstOrThrow();
}

/** Returns a company's details; its name and country are stored with the provider or the retailer itself. */
export async function readCompany(tx: Tx, owner: Owner): Promise<Company> {
  const face = await readNameAndCountry(tx, owner);
  const row = await tx.selectFrom("company").select(details).where("owner_uuid", "=", owner.ownerUuid).executeTakeFirst();
  const none = { legal_name: "", registration_number: "", tax_number: "", address: "", phone: "", email: "", website: "" };
  return { ...face, ...(row ?? none) };
}

export const contactColumns = ["contact_uuid", "name", "type", "detail", "version"] as const;

/** Returns the contacts in the order in which they were added. */
export async function listContacts(tx: Tx, { ownerUuid }: Owner): Promise<Contact[]> {
  const rows = await tx.selectFrom("contact").select(contactColumns).where("owner_uuid", "=", ownerUuid).orderBy("contact_uuid").execute();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint, or its writer's schema, allows no other value
  return rows as Contact[];
}

/** Returns the authentications in the order in which they were added, with their documents in order. */
export async function listAuthentications(tx: Tx, { ownerUuid }: Owner): Promise<Authentication[]> {
  const rows = await tx
    .selectFrom("authentication")
    .selectAll()
    .where("owner_uuid", "=", ownerUuid)
    .orderBy("authentication_uuid")
    .execute();
  const documents = await tx
    .selectFrom("authentication_document as d")
    .innerJoin("file as f", (join) => join.onRef("f.provider_uuid", "=", "d.provider_uuid").onRef("f.file_uuid", "=", "d.file_uuid"))
    .select(["d.authentication_uuid", "f.file_uuid", "f.extension"])
    .where("d.owner_uuid", "=", ownerUuid)
    .orderBy("d.position")
    .execute();
  const named = Map.groupBy(documents, (document) => document.authentication_uuid);
  return rows.map(
    ({ authentication_uuid, type, name, id_number, created_at }) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint, or its writer's schema, allows no other value
      ({
        authentication_uuid,
        type,
        name,
        id_number,
        documents: (named.get(authentication_uuid) ?? []).map(({ file_uuid, extension }) => `${file_uuid}.${extension}`),
        created_at: created_at.toISOString(),
      }) as Authentication,
  );
}
