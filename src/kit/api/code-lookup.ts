import { codeNumbers } from "./code-numbers.ts";
import type { CodeName, CodeNumber } from "./code-numbers.ts";

/** Success is 200 or a positive multiple of 1000; 0 is not success. */
export function isSuccess(code: number): boolean {
  return code === 200 || (code > 0 && code % 1000 === 0);
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.entries loses the keys of a constant object
const byCode = new Map<number, CodeName>(Object.entries(codeNumbers).map(([name, { code }]) => [code, name as CodeName]));

/** Returns the name of a code; null for a code that is not in the table. */
export function codeName(code: number): CodeName | null {
  return byCode.get(code) ?? null;
}

/** Whether a response with this code raises no toast (specification, section 8: 12004, 11006 and 4004). */
export function isSilent(code: number): boolean {
  const name = codeName(code);
  return name !== null && (codeNumbers[name] as CodeNumber).silent === true;
}

/** Whether `name` is the name of a code in the table. */
export function isCodeName(name: string): name is CodeName {
  return Object.hasOwn(codeNumbers, name);
}
