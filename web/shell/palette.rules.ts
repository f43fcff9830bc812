/** An entry that can be found by its texts in both languages. */
export interface Findable {
  readonly words: readonly string[];
}

const plain = (text: string): string => text.normalize("NFKC").toLowerCase().trim();

/** Scores how closely the letters of a word follow each other in a text: 1 adjacent, near 0 far apart, 0 not at all. */
function tightness(word: string, text: string): number {
  let from = -1;
  let first = -1;
  for (const letter of word) {
    from = text.indexOf(letter, from + 1);
    if (from < 0) return 0;
    if (first < 0) first = from;
  }
  return word.length / (from - first + 1);
}

/** Scores how well a word matches a text; 0 for no match. */
function scoreWord(word: string, text: string): number {
  if (text === word) return 100;
  if (text.startsWith(word)) return 80;
  if (text.split(/[\s/()（）]+/).some((part) => part.startsWith(word))) return 60;
  if (text.includes(word)) return 40;
  // Two letters occur in nearly every title.
  return word.length < 3 ? 0 : Math.round(tightness(word, text) * 20);
}

/** Scores a query against several texts and returns the best; 0 if one of its words does not match. */
export function matchScore(query: string, words: readonly string[]): number {
  const whole = plain(query);
  const parts = whole.split(/\s+/).filter((part) => part !== "");
  return Math.max(
    0,
    ...words.map((one) => {
      const text = plain(one);
      const scores = [whole, ...parts].map((part) => scoreWord(part, text));
      const [asWhole = 0, ...each] = scores;
      return Math.max(asWhole, each.length > 1 && each.every((score) => score > 0) ? Math.min(...each) - 1 : 0);
    }),
  );
}

/** Returns the matches, best first, ties in order. An empty query matches everything. */
export function rank<T extends Findable>(query: string, entries: readonly T[]): readonly T[] {
  if (plain(query) === "") return entries;
  return entries
    .map((entry) => ({ entry, score: matchScore(query, entry.words) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .map(({ entry }) => entry);
}

/** Whether records are searched for a query: one Latin letter is in nearly every record, one Chinese character is not. */
export function isSearchable(query: string): boolean {
  const typed = plain(query);
  return typed.length >= 2 || /\p{Script=Han}/u.test(typed);
}

/** Whether the query is exactly this number, SKU or barcode. */
export function isExact(query: string, codes: readonly string[]): boolean {
  return codes.some((code) => code !== "" && plain(code) === plain(query));
}
