/**
 * Chance that can be repeated: every value is a pure function of its names, so that review 17,903 of a listing can be made
 * without making the 17,902 before it.
 */
export type Dice = (name: string) => number;

/**
 * Hashes a text to 32 bits (FNV-1a, then the finaliser of MurmurHash3 so that neighbouring texts differ in every bit).
 * @returns an integer from 0 to 2^32 - 1
 */
export function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Dice of one thing (a review, a buyer): the same name always falls the same way, from 0 up to but not including 1. */
export function createDice(thing: string): Dice {
  return (name) => hash32(`${thing}/${name}`) / 0x1_0000_0000;
}

/**
 * One of `values`, by a number from 0 up to 1.
 * @throws RangeError if `values` is empty
 */
export function pick<T>(values: readonly T[], fraction: number): T {
  const value = values[Math.floor(fraction * values.length)];
  if (value === undefined) throw new RangeError("random: nothing to pick from");
  return value;
}

/** `length` hexadecimal digits that belong to `text`. */
export function toHex(text: string, length: number): string {
  let digits = "";
  for (let part = 0; digits.length < length; part += 1) digits += hash32(`${text}#${part}`).toString(16).padStart(8, "0");
  return digits.slice(0, length);
}

/** The numbers 0 .. size-1 in a fixed order that belongs to `text` (Fisher-Yates). */
export function shuffled(size: number, text: string): Int32Array {
  const order = Int32Array.from({ length: size }, (_, index) => index);
  for (let last = size - 1; last > 0; last -= 1) {
    const other = hash32(`${text}/${last}`) % (last + 1);
    const kept = order[last] ?? 0;
    order[last] = order[other] ?? 0;
    order[other] = kept;
  }
  return order;
}
