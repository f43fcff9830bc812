import { measurePassword } from "./password-meter.rules.ts";

/** The username and password fields of a new account: at sign-up, and for an invited operator. */
export const newAccountFields = {
  username: {
    kind: "text",
    label: "accounts.field.username",
    hint: "accounts.signUp.usernameHint",
    autoComplete: "username",
    isRequired: true,
    maxLength: 254,
  },
  password: {
    kind: "password",
    label: "accounts.field.password",
    hint: "accounts.signUp.passwordHint",
    autoComplete: "new-password",
    isRequired: true,
    meter: (password: string, { username }: { username: string }) => measurePassword("signUp", password, username),
  },
} as const;
