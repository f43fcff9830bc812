import type { RefusalName } from "#src/api/codes.ts";
import { passwordBits } from "./password-strength.rules.ts";

/** What one may sign up as. */
export const signUpRoles = ["retailer", "supplier"] as const;

/** How far a password is from being guessed, as the meter beside its field shows it. */
export type PasswordStrength = "weak" | "medium" | "strong";

// Six characters of three classes drawn by lot, the least that a change of password takes, have 35.7 bits: that passes, and anything
// with a pattern must be longer. Ten of all four classes, the least at sign-up, have 65.7: drawn by lot, that is strong.
const mediumBits = 35;
const strongBits = 60;

const plainUsername = /^[A-Za-z0-9_-]{5,64}$/;
const longestEmail = 254;
const longestMailbox = 64;
// RFC 5321 as it is used: a dot-atom, and a domain name of at least two labels whose last is a word. No quotes, comments or bare addresses.
const email =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+(?:[A-Za-z]{2,63}|xn--[A-Za-z0-9-]{1,58}[A-Za-z0-9])$/;
const phone = /^\(?\+?[0-9 ()-]+$/;
const longestPhone = 40;

const passwordClasses = [/[0-9]/, /[a-z]/, /[A-Z]/, /[!-/:-@[-`{-~]/];
// Han and Bopomofo, and the punctuation and full-width forms that a Chinese keyboard makes of the plain ones without being asked.
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

/** Whether a username can be one: 5 to 64 letters, digits, `_` and `-`, or an e-mail address. */
export function usernameRefusal(username: string): RefusalName | null {
  if (isBlank(username)) return "accounts.usernameRequired";
  return plainUsername.test(username) || isEmail(username) ? null : "accounts.usernameShape";
}

/**
 * The strength meter. Weak is below 35 bits, strong from 60 on; `passwordBits` says how they are counted. It sees to guessing alone,
 * the shape that a form asks for is another rule. `username`, where it is known, counts for nothing inside the password.
 */
export function passwordStrength(password: string, username = ""): PasswordStrength {
  const bits = passwordBits(password, username);
  if (bits < mediumBits) return "weak";
  return bits < strongBits ? "medium" : "strong";
}

/** The rule at sign-up: 10 to 20 characters with digits, lower case, upper case and ASCII punctuation, nothing Chinese, not weak. */
export function signUpPasswordRefusal(password: string, username = ""): RefusalName | null {
  if (password === "") return "accounts.passwordRequired";
  if (!hasShape(password, { least: 10, most: 20, classes: 4 })) return "accounts.passwordStrict";
  return passwordStrength(password, username) === "weak" ? "accounts.passwordWeak" : null;
}

/** The rule when a password is changed or reset: 6 to 20 characters, three of the four classes, nothing Chinese, not weak. */
export function newPasswordRefusal(password: string, username = ""): RefusalName | null {
  if (password === "") return "accounts.passwordRequired";
  if (!hasShape(password, { least: 6, most: 20, classes: 3 })) return "accounts.passwordLoose";
  return passwordStrength(password, username) === "weak" ? "accounts.passwordWeak" : null;
}

/** Whether the old password was given; whether it is right only the server knows. An old one may have any shape. */
export function oldPasswordRefusal(oldPassword: string): RefusalName | null {
  return oldPassword === "" ? "accounts.oldPasswordRequired" : null;
}

/** Whether the password was typed a second time, and the same. */
export function confirmationRefusal(password: string, confirmation: string): RefusalName | null {
  if (confirmation === "") return "accounts.confirmRequired";
  return confirmation === password ? null : "accounts.passwordsDiffer";
}

/** Whether a text is an e-mail address of at most 254 characters. Where the field may stay empty, ask only for what was typed. */
export function emailRefusal(text: string): RefusalName | null {
  return isEmail(text) ? null : "accounts.emailShape";
}

/** Whether a text is a telephone number: 6 to 20 digits, perhaps a leading `+`, with blanks, brackets and hyphens as one likes. */
export function phoneRefusal(text: string): RefusalName | null {
  const digits = text.replaceAll(/[^0-9]/g, "").length;
  return text.length <= longestPhone && digits >= 6 && digits <= 20 && phone.test(text) ? null : "accounts.phoneShape";
}

/** Whether a store (a retailer's, or a supplier's company) has a name. */
export function storeNameRefusal(name: string): RefusalName | null {
  return isBlank(name) ? "accounts.storeNameRequired" : null;
}

/** Whether an address was given. */
export function addressRefusal(address: string): RefusalName | null {
  return isBlank(address) ? "accounts.addressRequired" : null;
}

/** Whether one of the two roles was chosen at sign-up. */
export function roleRefusal(role: string): RefusalName | null {
  return signUpRoles.some((known) => known === role) ? null : "accounts.roleRequired";
}

/** Whether a retailer chose a supplier; a supplier needs none. */
export function supplierRefusal(role: string, supplierUuid: string): RefusalName | null {
  return role === "retailer" && isBlank(supplierUuid) ? "accounts.supplierRequired" : null;
}

/** An e-mail address as it may be shown to somebody who only might own it: `m***@example.com`. What is no address becomes `***`. */
export function maskEmail(text: string): string {
  if (!isEmail(text)) return "***";
  const at = text.indexOf("@");
  // of a name of one or two letters the first would give half of it away
  return `${at > 2 ? text.slice(0, 1) : ""}***${text.slice(at)}`;
}
