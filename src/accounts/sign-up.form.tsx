import { z } from "zod";
import type { Area } from "#src/api/actors.ts";
import type { Caller } from "#src/api/caller.tsx";
import { CallProblem } from "#src/api/client.ts";
import { ruled } from "#src/api/define-call.ts";
import { useAppearance } from "#src/appearance/appearance.store.ts";
import type { StoredSession } from "#src/session/session.rules.ts";
import { defineForm } from "#src/ui/form/form-definition.ts";
import { createProvider, register, username } from "./accounts.contract.ts";
import {
  addressRefusal,
  confirmationRefusal,
  emailRefusal,
  phoneRefusal,
  roleRefusal,
  signUpPasswordRefusal,
  storeNameRefusal,
  supplierRefusal,
} from "./accounts.rules.ts";
import { withFreshKey } from "./fresh-key.ts";
import { requestSession, sessionOf } from "./login.form.ts";
import { newAccountFields } from "./new-account.fields.ts";
import { sealWithKey } from "./sealing.ts";
import type { Supplier } from "#src/providers/supplier-field.screen.tsx";
import { SupplierField } from "#src/providers/supplier-field.screen.tsx";

const supplier = z.custom<Supplier | undefined>();

const schema = z
  .object({
    role: ruled(z.string(), roleRefusal),
    supplier,
    username,
    email: ruled(z.string().max(254), emailRefusal),
    phone: ruled(z.string().max(40), (value) => (value === "" ? null : phoneRefusal(value))),
    storeName: ruled(z.string().max(200), storeNameRefusal),
    country: z.string(),
    address: ruled(z.string().max(500), addressRefusal),
    password: z.string(),
    confirm: z.string(),
  })
  .superRefine((values, context) => {
    const refusals = {
      supplier: supplierRefusal(values.role, values.supplier?.uuid ?? ""),
      password: signUpPasswordRefusal(values.password, values.username),
      confirm: confirmationRefusal(values.password, values.confirm),
    };
    for (const [field, refusal] of Object.entries(refusals))
      if (refusal !== null) context.addIssue({ code: "custom", message: refusal, path: [field] });
  });

export type SignUpValues = z.output<typeof schema>;

async function signUp(values: SignUpValues, { client }: Caller): Promise<unknown> {
  const { language } = useAppearance.getState();
  return withFreshKey(async () => {
    const { key_id, sealed } = await sealWithKey(client, values.password, values.confirm);
    const [password, confirm] = sealed;
    const { username: name, email, phone, storeName, address, country } = values;
    const person = { username: name, password, confirm, key_id, email, phone, address, language };
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

/** Gets the area of a role that signs up. */
export function areaOfRole(role: string): Area {
  return role === "supplier" ? "p" : "ds";
}

/** Signs up and in. @returns the session; null where the account was created and signing in failed */
async function signUpAndIn(values: SignUpValues, caller: Caller): Promise<StoredSession | null> {
  await signUp(values, caller);
  try {
    return sessionOf(await requestSession(areaOfRole(values.role), values, caller));
  } catch (error) {
    if (error instanceof CallProblem) return null;
    throw error;
  }
}

/** Signing up, as a retailer of a supplier or as a supplier. Not kept as a draft: what a stranger typed must not wait for the next one. */
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
