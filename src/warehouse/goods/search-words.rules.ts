/** Characters that separate words: spaces, ASCII punctuation and common Chinese marks. The same as in `search_words` of migration 0003. */
const between = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff!-/:-@[-`{-~，。、；：（）【】《》·]+/u;
const chinese = /[一-鿿]/u;
const longestWord = 60;

/** Lowercases like the database's lower(): character by character, independent of language. */
function lower(text: string): string {
  return Array.from(text, (character) => Array.from(character.toLowerCase())[0] ?? character).join("");
}

function pieces(text: string): string[] {
  const found = lower(text)
    .split(between)
    .filter((piece) => piece !== "")
    .map((piece) => Array.from(piece).slice(0, longestWord).join(""));
  return [...new Set(found)];
}

function pairs(piece: string): string[] {
  const characters = Array.from(piece);
  return characters.map((character, index) => character + (characters[index + 1] ?? ""));
}

/**
 * Splits a text into the words it can be found by: whole words, and for Chinese each pair of adjacent characters and the last character.
 * Must equal the database function `search_words`; a test compares the two.
 */
export function toSearchWords(text: string): string[] {
  return [...new Set(pieces(text).flatMap((piece) => (chinese.test(piece) ? pairs(piece) : [piece])))];
}

/** The parsed search: words that must match exactly, and one prefix. */
export interface SearchTokens {
  readonly words: readonly string[];
  readonly begun: readonly string[];
}

/** Parses a search. The last word may be a prefix, so that the list follows typing; a single Chinese character is a prefix of each pair it starts. */
export function toSearchTokens(search: string): SearchTokens {
  const all = pieces(search);
  const isOpen = !between.test(search.at(-1) ?? " ");
  const words: string[] = [];
  const begun: string[] = [];
  for (const [index, piece] of all.entries()) {
    const characters = Array.from(piece);
    if (chinese.test(piece)) {
      // A single last character is stored only at the end of a piece, but a search may stop anywhere.
      if (characters.length === 1) begun.push(piece);
      else words.push(...pairs(piece).slice(0, -1));
    } else if (isOpen && index === all.length - 1) begun.push(piece);
    else words.push(piece);
  }
  return { words: [...new Set(words)], begun };
}
