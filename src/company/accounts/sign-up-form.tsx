import { z } from "zod";
import type { Area } from "#src/kit/api/roles-and-permissions.ts";
import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import { ruled } from "#src/kit/api/define-call.ts";
import { useAppearance } from "#src/company/appearance/appearance.store.ts";
import type { StoredSession } from "#src/kit/session/session.rules.ts";
import { toStoredSession } from "#src/kit/session/session.rules.ts";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { createProvider, register, username } from "./accounts.contract.ts";
import { findPhoneRefusal } from "#src/kit/countries/phone.rules.ts";
import {
  getAddressRefusal,
  getConfirmationRefusal,
  getEmailRefusal,
  getRoleRefusal,
  getSignUpPasswordRefusal,
  getStoreNameRefusal,
  getSupplierRefusal,
} from "./accounts.rules.ts";
import { requestSession } from "./login-form.ts";
import { newAccountFields } from "./new-account-fields.ts";
import { withSealed } from "./sealing.calls.ts";
import type { Supplier } from "#src/company/providers/supplier-field.screen.tsx";
import { SupplierField } from "#src/company/providers/supplier-field.screen.tsx";

const supplier = z.custom<Supplier | undefined>();

const schema = z
  .object({
    role: ruled(z.string(), getRoleRefusal),
    supplier,
    username,
    email: ruled(z.string().max(254), getEmailRefusal),
    phone: ruled(z.string().max(40), (value) => (value === "" ? null : findPhoneRefusal(value))),
    storeName: ruled(z.string().max(200), getStoreNameRefusal),
    country: z.string(),
    address: ruled(z.string().max(500), getAddressRefusal),
    password: z.string(),
    confirm: z.string(),
  })
  .superRefine((values, context) => {
    const refusals = {
      supplier: getSupplierRefusal(values.role, values.supplier?.uuid ?? ""),
      password: getSignUpPasswordRefusal(values.password, values.username),
      confirm: getConfirmationRefusal(values.password, values.confirm),
    };
    for (const [field, refusal] of Object.entries(refusals))
      if (refusal !== null) context.addIssue({ code: "custom", message: refusal, path: [field] });
  });

export type SignUpValues = z.output<typeof schema>;

async function signUp(values: SignUpValues, { client }: Caller): Promise<unknown> {
  const { language } = useAppearance.getState();
  const { username: name, password, confirm, email, phone, storeName, address, country } = values;
  return withSealed(client, { password, confirm }, async (sealed) => {
    const person = { username: name, ...sealed, email, phone, address, language };
    if (values.role === "supplier") return client.call(createProvider, { ...person, company: storeName, country });
    return client.call(register, {
      ...person,
      role: values.role,
      provider_uuid: values.supplier?.uuid ?? "",
      store_name: storeName,
      ...(country === "" ? {} : { country_code: country }),
    });
  });
}

/** Gets the area of a role at sign-up. */
export function getAreaOfRole(role: string): Area {
  return role === "supplier" ? "p" : "ds";
}

/**
 * Signs up and then in.
 * @returns the session; null if the account was created and signing in failed
 */
async function signUpAndIn(values: SignUpValues, caller: Caller): Promise<StoredSession | null> {
  await signUp(values, caller);
  try {
    return toStoredSession(await requestSession(getAreaOfRole(values.role), values, caller), Date.now());
  } catch (error) {
    if (error instanceof CallProblem) return null;
    throw error;
  }
}

/** Signs up a retailer of a supplier, or a supplier. Stores no draft: a stranger's input must not wait for the next person. */
export const signUpForm = defineForm({
  name: "accounts.sign-up",
  keepsDraft: false,
  schema,
  fields: {
    role: {
      kind: "choice",
      look: "radio",
      label: "accounts.field.role",
      isRequired: true,
      options: [
        { value: "retailer", text: "accounts.signUp.role.retailer" },
        { value: "supplier", text: "accounts.signUp.role.supplier" },
      ],
    },
    supplier: {
      kind: "custom",
      label: "accounts.field.supplier",
      hint: "accounts.signUp.supplierHint",
      isRequired: true,
      when: ({ role }) => role === "retailer",
      render: (props) => <SupplierField {...props} />,
    },
    storeName: { kind: "text", label: "accounts.field.storeName", autoComplete: "organization", isRequired: true, maxLength: 200 },
    country: { kind: "country", label: "accounts.field.country" },
    address: { kind: "lines", label: "accounts.field.address", autoComplete: "street-address", isRequired: true, maxLength: 500 },
    email: { kind: "email", label: "accounts.field.email", autoComplete: "email", isRequired: true },
    phone: { kind: "tel", label: "accounts.field.phoneOptional", autoComplete: "tel" },
    ...newAccountFields,
    confirm: { kind: "password", label: "accounts.field.confirm", autoComplete: "new-password", isRequired: true },
  },
  groups: [
    { title: "accounts.signUp.group.business", fields: ["role", "supplier", "storeName", "country", "address"] },
    { title: "accounts.signUp.group.person", fields: ["email", "phone"] },
    { title: "accounts.signUp.group.login", fields: ["username", "password", "confirm"] },
  ],
  refusalsAt: {
    "accounts.supplierRequired": "supplier",
    "accounts.supplierUnknown": "supplier",
    "accounts.companyTaken": "storeName",
    "accounts.storeNameRequired": "storeName",
    "accounts.usernameTaken": "username",
    "accounts.passwordWeak": "password",
    "accounts.passwordStrict": "password",
    "accounts.passwordsDiffer": "confirm",
  },
  submit: "accounts.signUp.submit",
  send: signUpAndIn,
});
