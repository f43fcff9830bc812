/** What parts words: spaces, signs of ASCII, and the commonest Chinese marks. The same as `search_words` of migration 0003 has. */
const between = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff!-/:-@[-`{-~，。、；：（）【】《》·]+/u;
const chinese = /[一-鿿]/u;
const longestWord = 60;

/** As the database's lower() does it: a character for a character, whatever a language makes of them. */
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
 * The words under which a text is kept for searching: whole words; of what has Chinese in it each pair of neighbours, and the last character. The
 * same as the database's function `search_words`, which a test holds.
 */
export function searchWords(text: string): string[] {
  return [...new Set(pieces(text).flatMap((piece) => (chinese.test(piece) ? pairs(piece) : [piece])))];
}

/** What a search asks for: words that must be there as they are, and the beginning of one. */
export interface SearchTokens {
  readonly words: readonly string[];
  readonly begun: readonly string[];
}

/**
 * A search as tokens. The last word may be begun only, so that a list follows while somebody types; a single Chinese character is the beginning of
 * any pair that it stands first in.
 */
export function searchTokens(search: string): SearchTokens {
  const all = pieces(search);
  const isOpen = !between.test(search.at(-1) ?? " ");
  const words: string[] = [];
  const begun: string[] = [];
  for (const [index, piece] of all.entries()) {
    const characters = Array.from(piece);
    if (chinese.test(piece)) {
      // The last character alone is kept only where a piece ends with it: a search may stop anywhere.
      if (characters.length === 1) begun.push(piece);
      else words.push(...pairs(piece).slice(0, -1));
    } else if (isOpen && index === all.length - 1) begun.push(piece);
    else words.push(piece);
  }
  return { words: [...new Set(words)], begun };
}
