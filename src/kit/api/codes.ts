import { baseCodeTexts } from "./base-code-texts.ts";
import { codeNumbers } from "./code-numbers.ts";
import type { CodeName } from "./code-numbers.ts";
import type { Texts } from "./texts.ts";
import { workCodeTexts } from "./work-code-texts.ts";

export { codeName, isCodeName, isSilent, isSuccess } from "./code-lookup.ts";
export type { CodeName, RefusalName } from "./code-numbers.ts";

/** A code with its text in both languages. */
export interface CodeEntry extends Texts {
  readonly code: number;
  readonly http?: number;
  readonly silent?: true;
}

const texts: Readonly<Record<CodeName, Texts>> = { ...baseCodeTexts, ...workCodeTexts };

/** The table of all response codes with their texts in both languages. Screens up to the login use `getCodeTexts` instead, which loads less. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.entries and Object.fromEntries lose the keys of a constant object
export const codes = Object.fromEntries(
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  Object.entries(codeNumbers).map(([name, number]) => [name, { ...number, ...texts[name as CodeName] }]),
) as Readonly<Record<CodeName, CodeEntry>>;
