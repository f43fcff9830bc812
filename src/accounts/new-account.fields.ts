import { passwordMeter } from "./password-meter.rules.ts";

/** How a new account's username and password are filled in: at sign-up, and by an operator who was invited. */
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
    meter: (password: string, { username }: { username: string }) => passwordMeter("signUp", password, username),
  },
} as const;
