import type { TextKey } from "#src/kit/i18n/text-key.ts";
import { addTexts } from "../texts/warehouse.ts";
import en from "./en_us.json" with { type: "json" };
import zh from "./zh_cn.json" with { type: "json" };

/** The namespace of the page's texts, which are not in the shipped catalogues. */
const namespace = "dev";

type KeysOf<T, Prefix extends string = ""> = {
  [K in keyof T & string]: T[K] extends string
    ? `${Prefix}${K extends `${infer Base}_one` | `${infer Base}_other` ? Base : K}`
    : KeysOf<T[K], `${Prefix}${K}.`>;
}[keyof T & string];

/** A key of the page's own texts. */
export type DevKey = KeysOf<typeof en>;

addTexts({ en_us: { [namespace]: en }, zh_cn: { [namespace]: zh } });

/** Returns the key of one of this page's texts, as forms and lists expect it. */
export function own(key: DevKey): TextKey {
  const whole: string = `${namespace}.${key}`;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this page's texts are not in the catalogues' type
  return whole as TextKey;
}
