import { z } from "zod";
import type { Caller } from "#src/api/caller.tsx";
import { ruled } from "#src/api/define-call.ts";
import { defineForm } from "#src/ui/form/form-definition.ts";
import { changeUserInfo } from "./accounts.contract.ts";
import { emailRefusal, phoneRefusal } from "./accounts.rules.ts";

/**
 * The own profile.
 * @param hadEmail whoever has no e-mail address may leave it so; one that is there is replaced and never emptied
 */
function profileForm(hadEmail: boolean) {
  return defineForm({
    name: "accounts.profile",
    schema: z.object({
      displayName: z.string().max(100),
      email: ruled(z.string().max(254), (value) => (value === "" && !hadEmail ? null : emailRefusal(value))),
      phone: ruled(z.string().max(40), (value) => (value === "" ? null : phoneRefusal(value))),
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

/** The forms of the own profile, by whether there is an e-mail address. */
export const profileForms = { withEmail: profileForm(true), withoutEmail: profileForm(false) } as const;
