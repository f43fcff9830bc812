import { z } from "zod";
import type { Caller } from "#src/kit/api/call-hooks.tsx";
import type { Client } from "#src/kit/api/client.ts";
import { CallProblem } from "#src/kit/api/client.ts";
import { ruled } from "#src/kit/api/define-call.ts";
import { acceptInvitation } from "#src/company/operators/operators.contract.ts";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { changePassword, resetPassword, username } from "./accounts.contract.ts";
import { getConfirmationRefusal, getNewPasswordRefusal, getOldPasswordRefusal, getSignUpPasswordRefusal } from "./accounts.rules.ts";
import { newAccountFields } from "./new-account-fields.ts";
import { measurePassword } from "./password-meter.rules.ts";
import { withSealed } from "./sealing.calls.ts";

/** The outcome of a mailed link: an account's username, or that the link has expired. */
export type LinkOutcome = { readonly kind: "done"; readonly username: string } | { readonly kind: "expired" };

type NewPassword = { readonly password: string; readonly confirm: string };

async function sendByLink(
  client: Client,
  { password, confirm }: NewPassword,
  work: (sealed: NewPassword & { readonly key_id: string }) => Promise<{ username: string }>,
): Promise<LinkOutcome> {
  try {
    return { kind: "done", username: (await withSealed(client, { password, confirm }, work)).username };
  } catch (error) {
    if (error instanceof CallProblem && error.codeName === "linkExpired") return { kind: "expired" };
    throw error;
  }
}

function refuseWhere(context: z.RefinementCtx, refusals: Readonly<Record<string, ReturnType<typeof getConfirmationRefusal>>>): void {
  for (const [field, refusal] of Object.entries(refusals))
    if (refusal !== null) context.addIssue({ code: "custom", message: refusal, path: [field] });
}

const confirmField = { kind: "password", label: "accounts.field.confirm", autoComplete: "new-password", isRequired: true } as const;
const refusalsAt = {
  "accounts.passwordRequired": "password",
  "accounts.passwordLoose": "password",
  "accounts.passwordStrict": "password",
  "accounts.passwordWeak": "password",
  "accounts.confirmRequired": "confirm",
  "accounts.passwordsDiffer": "confirm",
} as const;

/** Sets a new password by a mailed link. Gives a `LinkOutcome`. */
export function resetForm(token: string) {
  return defineForm({
    name: "accounts.reset",
    keepsDraft: false,
    schema: z
      .object({ password: z.string(), confirm: z.string() })
      .superRefine(({ password, confirm }, context) =>
        refuseWhere(context, { password: getNewPasswordRefusal(password), confirm: getConfirmationRefusal(password, confirm) }),
      ),
    fields: {
      password: {
        kind: "password",
        label: "accounts.field.newPassword",
        hint: "accounts.password.looseHint",
        autoComplete: "new-password",
        isRequired: true,
        meter: (password) => measurePassword("loose", password),
      },
      confirm: confirmField,
    },
    refusalsAt,
    submit: "accounts.reset.submit",
    send: async (values, { client }: Caller) => sendByLink(client, values, (sealed) => client.call(resetPassword, { token, ...sealed })),
  });
}

/** Creates the account of an invited operator. Gives a `LinkOutcome`. */
export function invitationForm(token: string) {
  return defineForm({
    name: "accounts.invitation",
    keepsDraft: false,
    schema: z.object({ username, password: z.string(), confirm: z.string() }).superRefine((values, context) =>
      refuseWhere(context, {
        password: getSignUpPasswordRefusal(values.password, values.username),
        confirm: getConfirmationRefusal(values.password, values.confirm),
      }),
    ),
    fields: {
      ...newAccountFields,
      confirm: confirmField,
    },
    refusalsAt: { ...refusalsAt, "accounts.usernameTaken": "username" },
    submit: "accounts.invitation.submit",
    send: async (values, { client }: Caller) =>
      sendByLink(client, values, (sealed) => client.call(acceptInvitation, { token, username: values.username, ...sealed })),
  });
}

/** Changes the user's password. `name` is the username, which counts for nothing inside the new password. */
export function changePasswordForm(name: string) {
  return defineForm({
    name: "accounts.password",
    keepsDraft: false,
    schema: z
      .object({ old: ruled(z.string(), getOldPasswordRefusal), password: z.string(), confirm: z.string() })
      .superRefine(({ password, confirm }, context) =>
        refuseWhere(context, { password: getNewPasswordRefusal(password, name), confirm: getConfirmationRefusal(password, confirm) }),
      ),
    fields: {
      old: { kind: "password", label: "accounts.field.oldPassword", autoComplete: "current-password", isRequired: true },
      password: {
        kind: "password",
        label: "accounts.field.newPassword",
        hint: "accounts.password.looseHint",
        autoComplete: "new-password",
        isRequired: true,
        meter: (password) => measurePassword("loose", password, name),
      },
      confirm: confirmField,
    },
    refusalsAt: { ...refusalsAt, "accounts.oldPasswordWrong": "old", "accounts.oldPasswordRequired": "old" },
    submit: "accounts.password.submit",
    send: async ({ old, password, confirm }, { client }: Caller) =>
      withSealed(client, { old_password: old, password, confirm }, (sealed) => client.call(changePassword, sealed)),
  });
}
