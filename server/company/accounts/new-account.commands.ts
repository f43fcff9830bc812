import type { RefusalName } from "#src/kit/api/codes.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { Tx } from "#server/platform/db/row-security.ts";

/** A supplier or a retailer with its first user. Unknown values are empty. */
export interface NewAccount {
  readonly username: string;
  readonly passwordHash: string;
  readonly companyName: string;
  readonly contactName: string;
  readonly email: string;
  readonly phone: string;
  readonly address: string;
  readonly countryCode: string;
  readonly language: Language;
  readonly now: Date;
}

/** The new user. */
export interface SignedUp {
  readonly userUuid: string;
  readonly relatedUuid: string;
}

/** Of two that want one username at once, the second waits for the first and then is refused. */
async function addUser(
  tx: Tx,
  account: NewAccount,
  role: "provider" | "dropShipper",
  relatedUuid: string,
): Promise<Result<SignedUp, RefusalName>> {
  const userUuid = newId();
  const { numInsertedOrUpdatedRows: added } = await tx
    .insertInto("app_user")
    .values({
      user_uuid: userUuid,
      username: account.username,
      password_hash: account.passwordHash,
      role,
      related_uuid: relatedUuid,
      display_name: account.contactName,
      email: account.email,
      phone: account.phone,
      default_language: account.language,
      created_at: account.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return added === 1n ? ok({ userUuid, relatedUuid }) : refuse("accounts.usernameTaken");
}

/** Adds the company's details, and the contact of the person who signed it up. */
async function addCompany(tx: Tx, account: NewAccount, ownerUuid: string): Promise<void> {
  const { email, phone, address, companyName, now } = account;
  await tx
    .insertInto("company")
    .values({ owner_uuid: ownerUuid, legal_name: companyName, address, phone, email, updated_at: now })
    .execute();
  const ways = [
    { type: "email", detail: email },
    { type: "phone", detail: phone },
  ].filter(({ detail }) => detail !== "");
  const name = account.contactName === "" ? account.username : account.contactName;
  for (const way of ways)
    await tx
      .insertInto("contact")
      .values({ owner_uuid: ownerUuid, contact_uuid: newId(), name, ...way, created_at: now })
      .execute();
}

/** Creates a supplier with its first user. The caller must act as `anonymous`. */
export async function addSupplier(tx: Tx, account: NewAccount): Promise<Result<SignedUp, RefusalName>> {
  const providerUuid = newId();
  const { numInsertedOrUpdatedRows: added } = await tx
    .insertInto("provider")
    .values({ provider_uuid: providerUuid, name: account.companyName, country_code: account.countryCode, created_at: account.now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (added !== 1n) return refuse("accounts.companyTaken");
  await addCompany(tx, account, providerUuid);
  return addUser(tx, account, "provider", providerUuid);
}

/** Creates a retailer of a supplier that accepts sign-ups, with its first user. The caller must act as `anonymous`. */
export async function addRetailer(tx: Tx, account: NewAccount, providerUuid: string): Promise<Result<SignedUp, RefusalName>> {
  const supplier = await tx
    .selectFrom("provider")
    .select("provider_uuid")
    .where("provider_uuid", "=", providerUuid)
    .where("is_open_for_sign_up", "=", true)
    .executeTakeFirst();
  if (supplier === undefined) return refuse("accounts.supplierUnknown");
  const retailerUuid = newId();
  await tx
    .insertInto("retailer")
    .values({ retailer_uuid: retailerUuid, name: account.companyName, country_code: account.countryCode, created_at: account.now })
    .execute();
  await tx
    .insertInto("retailer_provider")
    .values({ provider_uuid: providerUuid, retailer_uuid: retailerUuid, created_at: account.now })
    .execute();
  await addCompany(tx, account, retailerUuid);
  return addUser(tx, account, "dropShipper", retailerUuid);
}
