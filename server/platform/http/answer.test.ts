import { expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import type { CodeName } from "#src/kit/api/codes.ts";
import { envelope } from "#src/kit/api/envelope.ts";
import { answer } from "./answer.ts";

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table
const names = Object.keys(codes) as CodeName[];

test("the answer of each code is its envelope, in ASCII up to its data", () => {
  const data = { name: "成功 ⚓ 🚢 é", rows: [1, null] };
  for (const name of names) {
    const { body } = answer(name, data);
    expect(JSON.parse(body)).toEqual(envelope(name, data));
    expect(body.slice(0, body.indexOf("成功"))).toMatch(/^[\x20-\x7e]+$/);
    expect(JSON.parse(answer(name).body)).toEqual(envelope(name, null));
  }
});
