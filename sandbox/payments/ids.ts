import { randomInt } from "node:crypto";

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Creates a random word of letters and digits. */
export function randomWord(length: number): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join("");
}

/** Creates an id in Stripe's form: `sub_1Abc...`. */
export function newId(prefix: string): string {
  return `${prefix}_${randomWord(prefix === "cs_test" ? 58 : 24)}`;
}
