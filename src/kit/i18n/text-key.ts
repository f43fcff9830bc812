import type { CustomTypeOptions } from "i18next";

type KeysOf<T, Prefix extends string = ""> = {
  [K in keyof T & string]: T[K] extends string
    ? `${Prefix}${K extends `${infer Base}_one` | `${infer Base}_other` ? Base : K}`
    : KeysOf<T[K], `${Prefix}${K}.`>;
}[keyof T & string];

/** Every key of the catalogues, plural forms as their base. The application declares which catalogues there are (`web/texts/i18next.d.ts`). */
export type TextKey = KeysOf<CustomTypeOptions["resources"]["translation"]>;
