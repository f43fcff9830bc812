import { createProvider, register } from "#src/company/accounts/accounts.contract.ts";
import { ok } from "#src/kit/lib/result.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { implementSlow } from "#server/platform/http/context.ts";
import type { Implementation, RequestContext } from "#server/platform/http/context.ts";
import { addRetailer, addSupplier } from "./new-account.commands.ts";
import type { SignedUp } from "./new-account.commands.ts";
import { signUp } from "./sign-up.commands.ts";

interface Joined extends SignedUp {
  readonly action: string;
  readonly username: string;
  readonly providerUuid: string;
  readonly retailerUuid: string | null;
}

async function noteSignUp(tx: Tx, context: RequestContext, { action, relatedUuid, retailerUuid, ...by }: Joined): Promise<void> {
  const subjectType = retailerUuid === null ? "provider" : "retailer";
  await writeAudit(tx, context, { action, subjectType, subjectUuid: relatedUuid, by: { ...by, retailerUuid } });
}

export const signUpRoutes: readonly Implementation[] = [
  implementSlow(register, async (form, context) =>
    signUp(form, context, async (tx, passwordHash) => {
      const account = {
        username: form.username,
        passwordHash,
        companyName: form.store_name.trim(),
        contactName: "",
        email: form.email,
        phone: form.phone ?? "",
        address: form.address.trim(),
        countryCode: form.country_code ?? "",
        language: form.language ?? "en_us",
        now: context.now,
      };
      const isRetailer = form.role === "retailer";
      const supplierUuid = form.provider_uuid ?? "";
      const joined = isRetailer ? await addRetailer(tx, account, supplierUuid) : await addSupplier(tx, account);
      if (!joined.ok) return joined;
      const { relatedUuid } = joined.value;
      await noteSignUp(tx, context, {
        ...joined.value,
        action: "accounts.register",
        username: form.username,
        providerUuid: isRetailer ? supplierUuid : relatedUuid,
        retailerUuid: isRetailer ? relatedUuid : null,
      });
      return ok({ user_related_id: relatedUuid });
    }),
  ),

  implementSlow(createProvider, async (form, context) =>
    signUp(form, context, async (tx, passwordHash) => {
      const joined = await addSupplier(tx, {
        username: form.username,
        passwordHash,
        companyName: form.company.trim(),
        contactName: form.contact?.trim() ?? "",
        email: form.email ?? "",
        phone: form.phone ?? "",
        address: form.address?.trim() ?? "",
        countryCode: form.country ?? "",
        language: form.language ?? "en_us",
        now: context.now,
      });
      if (!joined.ok) return joined;
      const { relatedUuid } = joined.value;
      await noteSignUp(tx, context, {
        ...joined.value,
        action: "accounts.create-add-provider",
        username: form.username,
        providerUuid: relatedUuid,
        retailerUuid: null,
      });
      return ok({ provider_uuid: relatedUuid });
    }),
  ),
];
