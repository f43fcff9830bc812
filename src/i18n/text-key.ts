import type { texts } from "./en_us.ts";

type KeysOf<T, Prefix extends string = ""> = {
  [K in keyof T & string]: T[K] extends string
    ? `${Prefix}${K extends `${infer Base}_one` | `${infer Base}_other` ? Base : K}`
    : KeysOf<T[K], `${Prefix}${K}.`>;
}[keyof T & string];

/** Every key of the catalogues, plural forms as their base. */
export type TextKey = KeysOf<typeof texts>;
