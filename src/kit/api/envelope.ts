import { codes } from "./codes.ts";
import type { CodeName } from "./codes.ts";

export type { Texts } from "./texts.ts";

/** The shape of every response but a file. */
export interface Envelope<T> {
  code: number;
  msg: { en_us: string; zh_cn: string };
  data: T;
}

/** Returns an envelope with a code of the code table. */
export function envelope<T>(name: CodeName, data: T): Envelope<T> {
  const { code, en_us, zh_cn } = codes[name];
  return { code, msg: { en_us, zh_cn }, data };
}

/** Returns the HTTP status of a code: 200, but 4xx for an invalid or forbidden request and 5xx for a crash. */
export function httpStatus(name: CodeName): number {
  return codes[name].http ?? 200;
}

/** A field with a problem: its path in the input, and the code. */
export interface FieldProblem {
  path: (string | number)[];
  code: number;
  msg: { en_us: string; zh_cn: string };
}
