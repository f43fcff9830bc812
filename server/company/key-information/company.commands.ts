import type { Company } from "#src/company/key-information/key-information.contract.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { getViolatedUnique } from "#server/platform/db/violations.ts";
import { readCompany } from "./key-information.queries.ts";
import type { Owner } from "./key-information.queries.ts";

/** The fields to change; absent fields stay. */
export type CompanyChange = { [F in keyof Company]?: Company[F] | undefined };

/** Locks the owner's details until the transaction ends, so that counts stay valid; creates them if they are missing. */
export async function holdOwner(tx: Tx, { ownerUuid }: Owner): Promise<void> {
  await tx
    .insertInto("company")
    .values({ owner_uuid: ownerUuid })
    .onConflict((conflict) => conflict.column("owner_uuid").doNothing())
    .execute();
  await tx.selectFrom("company").select("owner_uuid").where("owner_uuid", "=", ownerUuid).forUpdate().execute();
}

/** Name and country belong to the provider or the retailer itself: everybody who works with it sees them. */
async function changeFace(tx: Tx, { kind, ownerUuid }: Owner, face: Pick<CompanyChange, "name" | "country_code">): Promise<void> {
  if (face.name === undefined && face.country_code === undefined) return;
  if (kind === "provider")
    await tx
      .updateTable("provider")
      .set((row) => ({ ...face, version: row("version", "+", 1) }))
      .where("provider_uuid", "=", ownerUuid)
      .execute();
  else
    await tx
      .updateTable("retailer")
      .set((row) => ({ ...face, version: row("version", "+", 1) }))
      .where("retailer_uuid", "=", ownerUuid)
      .execute();
}

/** Changes a company's details and returns all of them. `accounts.companyTaken`: another provider has the name, ignoring case. */
export async function changeCompany(
  tx: Tx,
  owner: Owner,
  { name, country_code, ...details }: CompanyChange,
  now: Date,
): Promise<Result<Company, "accounts.companyTaken">> {
  await holdOwner(tx, owner);
  try {
    await changeFace(tx, owner, { name, country_code });
  } catch (error) {
    if (getViolatedUnique(error) === "provider_name_key") return refuse("accounts.companyTaken");
    throw error;
  }
  await tx
    .updateTable("company")
    .set({ ...details, updated_at: now })
    .where("owner_uuid", "=", owner.ownerUuid)
    .execute();
  return ok(await readCompany(tx, owner));
}
