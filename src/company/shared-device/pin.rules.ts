import type { Role } from "#src/kit/api/roles-and-permissions.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";

/** Consecutive wrong attempts after which PIN and badge are locked until a full sign-in. */
export const mostWrongTries = 5;

/** Wrong attempts per day, with right ones in between, after which they are locked too, so that a patient colleague cannot guess a PIN. */
export const mostWrongOfDay = 15;

/** Minimum length of the PIN of a supplier's administrator, who may do everything. */
const fewestOfProvider = 6;

/** Checks whether each digit follows the previous one, up or down, with 0 after 9. */
function isSequence(pin: string, step: 1 | 9): boolean {
  return Array.from(pin)
    .slice(1)
    .every((digit, place) => Number(digit) === (Number(pin[place]) + step) % 10);
}

/**
 * Returns why a PIN is refused; null if it is valid.
 * @param role the role of its owner
 */
export function getPinRefusal(pin: string, role: Role | null): RefusalName | null {
  if (!/^\d{4,8}$/.test(pin)) return "scanning.pinShape";
  if (role === "provider" && pin.length < fewestOfProvider) return "scanning.pinShort";
  if (new Set(pin).size < 3 || isSequence(pin, 1) || isSequence(pin, 9)) return "scanning.pinTrivial";
  return null;
}

const badgeShape = /^QB-[0-9A-HJKMNP-TV-Z]{20}$/;

/** Unambiguous digits and letters (Crockford's base 32). */
const badgeLetters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Returns the code of a badge: 100 random bits, five per byte. */
export function toBadgeCode(random: Uint8Array): string {
  if (random.length < 20) throw new Error("scanning: a badge's code needs 20 random bytes");
  return `QB-${[...random.subarray(0, 20)].map((byte) => badgeLetters[byte % 32]).join("")}`;
}

/** Checks whether a scan is a badge, which switches the user and is never sent as goods. */
export function isBadge(text: string): boolean {
  return badgeShape.test(text);
}
