import type { Role } from "#src/api/actors.ts";
import type { RefusalName } from "#src/api/codes.ts";

/** Wrong tries in a row after which PIN and badge open nothing until a full sign-in. */
export const mostWrongTries = 5;

/** Wrong tries of a day, with right ones between them, at which they lock too: a colleague with patience guesses no PIN. */
export const mostWrongOfDay = 15;

/** Digits of the PIN of a supplier's administrator, who may do everything, at the least. */
const fewestOfProvider = 6;

/** Whether each digit is the one before and one more (or less), 0 after 9. */
function isSequence(pin: string, step: 1 | 9): boolean {
  return Array.from(pin)
    .slice(1)
    .every((digit, place) => Number(digit) === (Number(pin[place]) + step) % 10);
}

/** Why a PIN is not taken; null where it is. @param role whose PIN it is to be */
export function pinRefusal(pin: string, role: Role | null): RefusalName | null {
  if (!/^\d{4,8}$/.test(pin)) return "scanning.pinShape";
  if (role === "provider" && pin.length < fewestOfProvider) return "scanning.pinShort";
  if (new Set(pin).size < 3 || isSequence(pin, 1) || isSequence(pin, 9)) return "scanning.pinTrivial";
  return null;
}

const badgeShape = /^QB-[0-9A-HJKMNP-TV-Z]{20}$/;

/** Digits and letters that nobody confuses (Crockford's base 32). */
const badgeLetters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** The code of a badge: 100 random bits, of which each byte gives five. */
export function badgeCodeOf(random: Uint8Array): string {
  if (random.length < 20) throw new Error("scanning: a badge's code wants 20 random bytes");
  return `QB-${[...random.subarray(0, 20)].map((byte) => badgeLetters[byte % 32]).join("")}`;
}

/** Whether a scan is a person's badge: it changes hands, and is never sent as goods. */
export function isBadge(text: string): boolean {
  return badgeShape.test(text);
}
