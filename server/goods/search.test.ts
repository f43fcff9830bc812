import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { searchTokens, searchWords } from "#src/goods/search.rules.ts";
import { platform } from "#server/db/acting.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** What the database keeps of each text. */
async function kept(texts: readonly string[]): Promise<string[][]> {
  const { rows } = await app.services.database.transaction(platform, (tx) =>
    sql<{ words: string[] }>`select array(select distinct word collate "C" from search_words(t.given) order by 1) as words
      from unnest(${texts}::text[]) with ordinality as t (given, at) order by t.at`.execute(tx),
  );
  return rows.map(({ words }) => words);
}
const inOrder = (words: readonly string[]) => words.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));

const titles = fc.array(
  fc.oneof(
    fc.constantFrom(
      "Mug",
      "BLUE-01",
      "陶瓷杯",
      "茶",
      "玻璃 茶壶",
      "a.b/c",
      "（大号）",
      "·",
      "İ",
      "ß",
      "É",
      "x".repeat(70),
      "杯".repeat(65),
      "A茶b",
    ),
    fc.string({ unit: "grapheme-ascii" }),
  ),
  { maxLength: 5 },
);

/** Every character of the scripts that titles are written in, between two letters, some to a text. */
function everyCharacter(): string[] {
  const blocks = [
    [0x01, 0x5ff],
    [0x1e00, 0x1fff],
    [0x2000, 0x206f],
    [0x3000, 0x30ff],
    [0x4dc0, 0x4e0f],
    [0x9ff0, 0xa00f],
    [0xff00, 0xffef],
  ] as const;
  const all = blocks.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => `a${String.fromCodePoint(from + at)}b`));
  return Array.from({ length: Math.ceil(all.length / 40) }, (_, at) => all.slice(at * 40, at * 40 + 40).join(" "));
}

describe("the words of a search", () => {
  test("are the same here and in the database", async () => {
    const texts = [...fc.sample(titles, 300).map((parts) => parts.join(" ")), ...everyCharacter()];
    const theirs = await kept(texts);
    for (const [index, text] of texts.entries()) expect(inOrder(searchWords(text)), JSON.stringify(text)).toEqual(theirs[index]);
  });

  test("that a person takes from a title are all found in it", () => {
    fc.assert(
      fc.property(titles, (parts) => {
        const words = searchWords(parts.join(" "));
        const { words: whole, begun } = searchTokens(parts.join(" "));
        for (const word of whole) expect(words).toContain(word);
        for (const start of begun) expect(words.some((word) => word.startsWith(start))).toBe(true);
      }),
    );
  });
});
