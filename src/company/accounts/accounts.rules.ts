import type { RefusalName } from "#src/kit/api/codes.ts";
import { estimatePasswordBits } from "./password-strength.rules.ts";

/** The roles available at sign-up. */
export const signUpRoles = ["retailer", "supplier"] as const;

/** How hard a password is to guess, as shown by the meter beside its field. */
export type PasswordStrength = "weak" | "medium" | "strong";

// Six random characters of three classes, the minimum for a change of password, have 35.7 bits: they pass, and anything with a pattern must be longer. Ten of
// all four classes, the minimum at sign-up, have 65.7: random ones are strong.
const mediumBits = 35;
const strongBits = 60;

const plainUsername = /^[A-Za-z0-9_-]{5,64}$/;
const longestEmail = 254;
const longestMailbox = 64;
// RFC 5321 in practice: a dot-atom, and a domain name of at least two labels that ends in a word. No quotes, comments or bare addresses.
const email =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+(?:[A-Za-z]{2,63}|xn--[A-Za-z0-9-]{1,58}[A-Za-z0-9])$/;

const passwordClasses = [/[0-9]/, /[a-z]/, /[A-Z]/, /[!-/:-@[-`{-~]/];
// Han and Bopomofo, and the full-width punctuation that Chinese input methods produce automatically.
const chinese = /[\p{Script=Han}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u;

function isBlank(text: string): boolean {
  return text.trim() === "";
}

function isEmail(text: string): boolean {
  return text.length <= longestEmail && text.indexOf("@") <= longestMailbox && email.test(text);
}

function hasShape(password: string, shape: { least: number; most: number; classes: number }): boolean {
  const length = Array.from(password).length;
  const classes = passwordClasses.filter((oneOf) => oneOf.test(password)).length;
  return length >= shape.least && length <= shape.most && classes >= shape.classes && !chinese.test(password);
}

/** Validates a username: 5 to 64 letters, digits, `_` and `-`, or an e-mail address. */
export function getUsernameRefusal(username: string): RefusalName | null {
  if (isBlank(username)) return "accounts.usernameRequired";
  return plainUsername.test(username) || isEmail(username) ? null : "accounts.usernameShape";
}

/**
 * Rates a password: weak below 35 bits, strong from 60 on; see `estimatePasswordBits`. It considers guessing only; the required shape is another rule. The
 * `username`, if known, counts for nothing inside the password.
 */
export function getPasswordStrength(password: string, username = ""): PasswordStrength {
  const bits = estimatePasswordBits(password, username);
  if (bits < mediumBits) return "weak";
  return bits < strongBits ? "medium" : "strong";
}

/** Validates a password at sign-up: 10 to 20 characters with digits, lower case, upper case and ASCII punctuation, no Chinese characters, not weak. */
export function getSignUpPasswordRefusal(password: string, username = ""): RefusalName | null {
  if (password === "") return "accounts.passwordRequired";
  if (!hasShape(password, { least: 10, most: 20, classes: 4 })) return "accounts.passwordStrict";
  return getPasswordStrength(password, username) === "weak" ? "accounts.passwordWeak" : null;
}

/** Validates a changed or reset password: 6 to 20 characters, three of the four classes, no Chinese characters, not weak. */
export function getNewPasswordRefusal(password: string, username = ""): RefusalName | null {
  if (password === "") return "accounts.passwordRequired";
  if (!hasShape(password, { least: 6, most: 20, classes: 3 })) return "accounts.passwordLoose";
  return getPasswordStrength(password, username) === "weak" ? "accounts.passwordWeak" : null;
}

/** Requires the old password; only the server knows whether it is right. It may have any shape. */
export function getOldPasswordRefusal(oldPassword: string): RefusalName | null {
  return oldPassword === "" ? "accounts.oldPasswordRequired" : null;
}

/** Requires the same password a second time. */
export function getConfirmationRefusal(password: string, confirmation: string): RefusalName | null {
  if (confirmation === "") return "accounts.confirmRequired";
  return confirmation === password ? null : "accounts.passwordsDiffer";
}

/** Validates an e-mail address of at most 254 characters. For optional fields, call this only for non-empty text. */
export function getEmailRefusal(text: string): RefusalName | null {
  return isEmail(text) ? null : "accounts.emailShape";
}

/** Requires a name of a store (a retailer's, or a supplier's company). */
export function getStoreNameRefusal(name: string): RefusalName | null {
  return isBlank(name) ? "accounts.storeNameRequired" : null;
}

/** Requires an address. */
export function getAddressRefusal(address: string): RefusalName | null {
  return isBlank(address) ? "accounts.addressRequired" : null;
}

/** Requires one of the two roles at sign-up. */
export function getRoleRefusal(role: string): RefusalName | null {
  return signUpRoles.some((known) => known === role) ? null : "accounts.roleRequired";
}

/** Requires a retailer to choose a supplier; suppliers need none. */
export function getSupplierRefusal(role: string, supplierUuid: string): RefusalName | null {
  return role === "retailer" && isBlank(supplierUuid) ? "accounts.supplierRequired" : null;
}

/** Masks an e-mail address for somebody who may not own it: `m***@example.com`. Anything else becomes `***`. */
export function maskEmail(text: string): string {
  if (!isEmail(text)) return "***";
  const at = text.indexOf("@");
  // With one or two letters before the @, the first letter would reveal half of them.
  return `${at > 2 ? text.slice(0, 1) : ""}***${text.slice(at)}`;
}
