import { codes } from "#src/api/codes.ts";

interface Answer {
  readonly status: number;
  readonly body: { readonly code: number; readonly msg: { en_us: string; zh_cn: string }; readonly data: unknown };
}

/** An answer of the code table, as it travels. */
export function answerOf(name: keyof typeof codes, data: unknown = null): Answer {
  const { code, en_us, zh_cn } = codes[name];
  return { status: 200, body: { code, msg: { en_us, zh_cn }, data } };
}
