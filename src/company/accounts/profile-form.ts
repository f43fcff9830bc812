import { z } from "zod";
import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { ruled } from "#src/kit/api/define-call.ts";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { changeUserInfo } from "./accounts.contract.ts";
import { findPhoneRefusal } from "#src/kit/countries/phone.rules.ts";
import { getEmailRefusal } from "./accounts.rules.ts";

/**
 * The user's profile.
 * @param hadEmail an existing e-mail address can be replaced but not removed
 */
function profileForm(hadEmail: boolean) {
  return defineForm({
    name: "accounts.profile",
    schema: z.object({
      displayName: z.string().max(100),
      email: ruled(z.string().max(254), (value) => (value === "" && !hadEmail ? null : getEmailRefusal(value))),
      phone: ruled(z.string().max(40), (value) => (value === "" ? null : findPhoneRefusal(value))),
    }),
    fields: {
      displayName: {
        kind: "text",
        label: "accounts.field.displayName",
        hint: "accounts.profile.displayNameHint",
        autoComplete: "name",
        maxLength: 100,
      },
      email: {
        kind: "email",
        label: "accounts.field.email",
        hint: "accounts.profile.emailHint",
        autoComplete: "email",
        ...(hadEmail ? { isRequired: true } : {}),
      },
      phone: { kind: "tel", label: "accounts.field.phoneOptional", autoComplete: "tel" },
    },
    submit: "accounts.profile.submit",
    send: async ({ displayName, email, phone }, { client }: Caller) =>
      client.call(changeUserInfo, { display_name: displayName, phone, ...(email === "" ? {} : { email }) }),
  });
}

/** The forms of the user's profile, by whether there is an e-mail address. */
export const profileForms = { withEmail: profileForm(true), withoutEmail: profileForm(false) } as const;
