import type { TextKey } from "#src/i18n/text-key.ts";
import type { PasswordStrength } from "./accounts.rules.ts";
import { newPasswordRefusal, passwordStrength, signUpPasswordRefusal } from "./accounts.rules.ts";

/** The two rules for a new password: at sign-up, and when one is changed or reset. */
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

function missingClasses(rule: PasswordRule, password: string): TextKey[] {
  const missing = classes.filter(([oneOf]) => !oneOf.test(password)).map(([, key]) => key);
  if (rule === "signUp") return missing;
  return missing.length > 1 ? ["form.missing.threeClasses"] : [];
}

function missingLength(rule: PasswordRule, password: string): TextKey[] {
  const length = Array.from(password).length;
  if (length > 20) return ["form.missing.atMostTwenty"];
  if (rule === "signUp") return length < 10 ? ["form.missing.tenCharacters"] : [];
  return length < 6 ? ["form.missing.sixCharacters"] : [];
}

/**
 * What the meter beside a new password shows: how hard it is to guess, and what the rule still asks for, in the order in which people can mend it.
 * Nothing is missing exactly where the rule takes the password.
 * @param username counts for nothing inside of the password; empty where it is not known
 */
export function passwordMeter(rule: PasswordRule, password: string, username = ""): Meter {
  const missing: TextKey[] = [
    ...missingLength(rule, password),
    ...missingClasses(rule, password),
    ...(chinese.test(password) ? (["form.missing.noChinese"] as const) : []),
  ];
  const refusal = rule === "signUp" ? signUpPasswordRefusal(password, username) : newPasswordRefusal(password, username);
  const isOnlyWeak = missing.length === 0 && refusal !== null;
  return { level: passwordStrength(password, username), missing: isOnlyWeak ? ["form.missing.lessGuessable"] : missing };
}
