import { codes } from "./codes.ts";
import type { CodeEntry } from "./code-entry.ts";
import type { CodeName } from "./codes.ts";

/** A sentence in both languages. */
export interface Texts {
  readonly en_us: string;
  readonly zh_cn: string;
}

/** The shape of every answer. */
export interface Envelope<T> {
  code: number;
  msg: { en_us: string; zh_cn: string };
  data: T;
}

/** An answer of the code table. */
export function envelope<T>(name: CodeName, data: T): Envelope<T> {
  const { code, en_us, zh_cn } = codes[name];
  return { code, msg: { en_us, zh_cn }, data };
}

/** The HTTP status that a code travels with: 200 but for broken or forbidden requests and crashes. */
export function httpStatus(name: CodeName): number {
  return (codes[name] as CodeEntry).http ?? 200;
}

/** What is wrong with a field: where it stands in the input, and the code that says what. */
export interface FieldProblem {
  path: (string | number)[];
  code: number;
  msg: { en_us: string; zh_cn: string };
}
