import type { TextKey } from "#src/kit/i18n/text-key.ts";
import type { PasswordStrength } from "./accounts.rules.ts";
import { getNewPasswordRefusal, getPasswordStrength, getSignUpPasswordRefusal } from "./accounts.rules.ts";

/** The two rules for a new password: at sign-up, and for a change or reset. */
export type PasswordRule = "signUp" | "loose";

interface Meter {
  readonly level: PasswordStrength;
  readonly missing: readonly TextKey[];
}

const classes: readonly (readonly [RegExp, TextKey])[] = [
  [/[0-9]/, "form.missing.digit"],
  [/[a-z]/, "form.missing.lowerCase"],
  [/[A-Z]/, "form.missing.upperCase"],
  [/[!-/:-@[-`{-~]/, "form.missing.sign"],
];
const chinese = /[\p{Script=Han}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u;

function listMissingClasses(rule: PasswordRule, password: string): TextKey[] {
  const missing = classes.filter(([oneOf]) => !oneOf.test(password)).map(([, key]) => key);
  if (rule === "signUp") return missing;
  return missing.length > 1 ? ["form.missing.threeClasses"] : [];
}

function listMissingLength(rule: PasswordRule, password: string): TextKey[] {
  const length = Array.from(password).length;
  if (length > 20) return ["form.missing.atMostTwenty"];
  if (rule === "signUp") return length < 10 ? ["form.missing.tenCharacters"] : [];
  return length < 6 ? ["form.missing.sixCharacters"] : [];
}

/**
 * Computes what the meter beside a new password shows: how hard it is to guess, and what the rule still requires, in the order in which people can fix it.
 * Nothing is missing exactly if the rule accepts the password.
 * @param username counts for nothing inside the password; empty if unknown
 */
export function measurePassword(rule: PasswordRule, password: string, username = ""): Meter {
  const missing: TextKey[] = [
    ...listMissingLength(rule, password),
    ...listMissingClasses(rule, password),
    ...(chinese.test(password) ? (["form.missing.noChinese"] as const) : []),
  ];
  const refusal = rule === "signUp" ? getSignUpPasswordRefusal(password, username) : getNewPasswordRefusal(password, username);
  const isOnlyWeak = missing.length === 0 && refusal !== null;
  return { level: getPasswordStrength(password, username), missing: isOnlyWeak ? ["form.missing.lessGuessable"] : missing };
}
