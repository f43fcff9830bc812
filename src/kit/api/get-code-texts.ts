import { baseCodeTexts } from "./base-code-texts.ts";
import type { CodeName } from "./code-numbers.ts";
import type { Texts } from "./texts.ts";

const known = new Map<string, Texts>(Object.entries(baseCodeTexts));

/** Adds the texts of later screens. */
export function addCodeTexts(texts: Readonly<Partial<Record<CodeName, Texts>>>): void {
  for (const [name, entry] of Object.entries(texts)) known.set(name, entry);
}

/** Returns the text of a code in both languages; before the texts of its screens are loaded, that of `systemError`. */
export function getCodeTexts(name: CodeName): Texts {
  return known.get(name) ?? baseCodeTexts.systemError;
}
