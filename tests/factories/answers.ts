import { codes } from "#src/kit/api/codes.ts";

interface Answer {
  readonly status: number;
  readonly body: { readonly code: number; readonly msg: { en_us: string; zh_cn: string }; readonly data: unknown };
}

/** Builds an answer of the code table as sent on the wire. */
export function answerOf(name: keyof typeof codes, data: unknown = null): Answer {
  const { code, en_us, zh_cn } = codes[name];
  return { status: 200, body: { code, msg: { en_us, zh_cn }, data } };
}
