import { sql } from "kysely";
import type { Authentication, Company, Contact } from "#src/company/key-information/key-information.contract.ts";
import { computeCompleteness } from "#src/company/key-information/key-information.rules.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { requireActor } from "#server/platform/http/context.ts";
import type { RequestContext } from "#server/platform/http/context.ts";

/** The owner of the details: a provider or a retailer. */
export interface Owner {
  readonly kind: "provider" | "retailer";
  readonly ownerUuid: string;
}

/** Returns a retailer's own company, whichever supplier it works with now; the supplier's for its staff. */
export function getOwner(context: RequestContext): Owner {
  const { role, retailerUuid, providerUuid } = requireActor(context);
  const ownerUuid = role === "dropShipper" ? retailerUuid : providerUuid;
  if (ownerUuid === null) throw new Error("a session has no company");
  return { kind: role === "dropShipper" ? "retailer" : "provider", ownerUuid };
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
  const [face, row] = await Promise.all([
    readNameAndCountry(tx, owner),
    tx.selectFrom("company").select(details).where("owner_uuid", "=", owner.ownerUuid).executeTakeFirst(),
  ]);
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

/** Reads how complete a company's details are, as `retrieveKeyInformation` shows it. */
export async function readProgress(tx: Tx, owner: Owner): Promise<{ done: number; of: number }> {
  const [company, { rows }] = await Promise.all([
    readCompany(tx, owner),
    sql<{ contacts: number; authentications: number }>`select
      (select count(*) from contact where owner_uuid = ${owner.ownerUuid}) as contacts,
      (select count(*) from authentication where owner_uuid = ${owner.ownerUuid}) as authentications`.execute(tx),
  ]);
  return computeCompleteness({ company, contacts: 0, authentications: 0, ...rows[0] });
}

/** Returns the authentications in the order in which they were added, with their documents in order. */
export async function listAuthentications(tx: Tx, { ownerUuid }: Owner): Promise<Authentication[]> {
  const [rows, documents] = await Promise.all([
    tx.selectFrom("authentication").selectAll().where("owner_uuid", "=", ownerUuid).orderBy("authentication_uuid").execute(),
    tx
      .selectFrom("authentication_document as d")
      .innerJoin("file as f", (join) => join.onRef("f.provider_uuid", "=", "d.provider_uuid").onRef("f.file_uuid", "=", "d.file_uuid"))
      .select(["d.authentication_uuid", "f.file_uuid", "f.extension"])
      .where("d.owner_uuid", "=", ownerUuid)
      .orderBy("d.position")
      .execute(),
  ]);
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
