/**
 * Parses dates as marketplaces write them into ISO days. A text that does not certainly name a day, a month and a year gives '', never a guess: "3 days
 * ago" and "June 12" give ''.
 */

const englishMonths = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const fullEnglishMonths =
  /^(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?)$/;

/** Longer texts are not dates, even with words before the date, and are not searched. In characters. */
const longestDateText = 200;

const dayFirst = /(?<![\p{L}\d])(\d{1,2})(?:st|nd|rd|th|\.|º|er)?(?:\s+de)?\s+(\p{L}[\p{L}\p{M}]*)\.?,?(?:\s+del?)?\s+(\d{4})$/u;
const monthFirst = /(?<!\p{L})(\p{L}[\p{L}\p{M}]*)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/u;
const yearFirst = /(?<!\d)(\d{4})\.?\s+(?:m\.\s+)?(\p{L}[\p{L}\p{M}]*)\.?\s+(\d{1,2})$/u;
/** Fast forms of `dayFirst` and `monthFirst` for a text of just three words, tried first because searching the whole text is the slowest part. */
const dayFirstAlone = /^(\d{1,2})(?:st|nd|rd|th|\.)? (\p{L}[\p{L}\p{M}]*)\.?,? (\d{4})$/u;
const monthFirstAlone = /^(\p{L}[\p{L}\p{M}]*)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/u;
const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:$|[T ])/;
const eastAsian = /(?<!\d)(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일]?$/u;
const yearFirstNumbers = /(?<!\d)(\d{4})\s?[./-]\s?(\d{1,2})\s?[./-]\s?(\d{1,2})$/;
const dotted = /(?<!\d)(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/;
const slashed = /(?<!\d)(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/;
/** what some languages put at the end: Russian "г.", Ukrainian "р.", Bulgarian "г.", Lithuanian "d." */
const afterYear = /\s*(?:г|р|d)?\.?$/u;
const endsInDigit = /\d$/;
/** whitespace other than single spaces, and direction marks; most texts have none and need no replacement */
const unevenSpace = /[\s\u200e\u200f]{2,}|[^\S ]|[\u200e\u200f]/g;
/** Whether a text may be a date without words, to skip six patterns if not. */
const mayBeNumbers = /^\d{4}-|[./\-月월]\s?\d{1,4}\s?[日일]?$/u;

/** Month names by locale. A run meets few locales, so a full map is simply cleared. */
const monthNames = new Map<string, Map<string, number>>();

/** Lower case, without accents and dots, so that "févr." and "FÉVR" are equal. */
function plain(word: string): string {
  if (/^[A-Za-z]+$/.test(word)) return word.toLowerCase();
  return word
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\p{M}.]/gu, "");
}

function getNames(locale: string): Map<string, number> {
  const known = monthNames.get(locale);
  if (known) return known;
  const names = new Map<string, number>();
  try {
    // With and without a day: Slavic and other languages inflect the month ("июнь", but "12 июня").
    for (const month of ["long", "short"] as const) {
      for (const day of ["numeric", undefined] as const) {
        const format = new Intl.DateTimeFormat(locale, { month, timeZone: "UTC", calendar: "gregory", ...(day && { day }) });
        for (let index = 0; index < 12; index += 1) {
          const name = format.formatToParts(Date.UTC(2021, index, 15)).find((part) => part.type === "month")?.value;
          if (name && !/\d/.test(name)) names.set(plain(name), index + 1);
        }
      }
    }
  } catch {
    // A page may have an invalid `lang`; then only English names are recognised.
  }
  if (monthNames.size >= 8) monthNames.clear();
  monthNames.set(locale, names);
  return names;
}

function parseMonth(word: string, locale: string): number {
  const name = plain(word);
  if (fullEnglishMonths.test(name)) return englishMonths.indexOf(name.slice(0, 3)) + 1;
  return locale === "" ? 0 : (getNames(locale).get(name) ?? 0);
}

function toIso(year: number, month: number, day: number): string {
  if (year < 1990 || year > 2199 || month < 1 || month > 12 || day < 1) return "";
  if (day > 28 && day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return "";
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

function dayOfEpoch(epoch: number): string {
  // 10 digits are seconds, 13 are milliseconds; fewer digits mean a date before 2001, when none of the marketplaces had reviews.
  const ms = epoch >= 1e9 && epoch < 1e10 ? epoch * 1000 : epoch;
  if (!(ms >= 1e12 && ms < 1e13)) return "";
  const date = new Date(ms);
  return toIso(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
}

/** Whether a locale writes numeric dates with the month first, as in 6/12 for 12 June; null for an invalid locale. */
function monthComesFirst(locale: string): boolean | null {
  try {
    const parts = new Intl.DateTimeFormat(locale, { day: "numeric", month: "numeric", year: "numeric" }).formatToParts(0);
    const order = parts.map((part) => part.type).filter((type) => type === "day" || type === "month");
    return order[0] === "month";
  } catch {
    return null;
  }
}

function dayOfNumbers(text: string, locale: string): string {
  const big = iso.exec(text) ?? eastAsian.exec(text) ?? yearFirstNumbers.exec(text);
  if (big) return toIso(Number(big[1]), Number(big[2]), Number(big[3]));
  const dots = dotted.exec(text);
  if (dots) return toIso(Number(dots[3]), Number(dots[2]), Number(dots[1]));
  const slashes = slashed.exec(text);
  if (!slashes) return "";
  const [first, second, year] = [Number(slashes[1]), Number(slashes[2]), Number(slashes[3])];
  if (first === second) return toIso(year, first, second);
  const american = locale === "" ? null : monthComesFirst(locale);
  if (american === null) return "";
  return american ? toIso(year, first, second) : toIso(year, second, first);
}

/** Returns the last three words of a text with single spaces. */
function lastThree(text: string): string {
  const third = text.lastIndexOf(" ");
  const second = third > 0 ? text.lastIndexOf(" ", third - 1) : -1;
  const first = second > 0 ? text.lastIndexOf(" ", second - 1) : -1;
  return text.slice(first + 1);
}

function dayOfWords(text: string, locale: string): string {
  const tail = lastThree(text);
  const middle = monthFirstAlone.exec(tail) ?? monthFirst.exec(text);
  if (middle) return toIso(Number(middle[3]), parseMonth(middle[1] ?? "", locale), Number(middle[2]));
  // No text matches both: the word before the year is either a number or a name.
  const small = dayFirstAlone.exec(tail) ?? dayFirst.exec(text);
  if (small) return toIso(Number(small[3]), parseMonth(small[2] ?? "", locale), Number(small[1]));
  const big = yearFirst.exec(text);
  return big ? toIso(Number(big[1]), parseMonth(big[2] ?? "", locale), Number(big[3])) : "";
}

/**
 * Parses the day of a date.
 * @param value a text that is a date or ends in one ("Jun 12, 2022", "12. Juni 2022", "Ann on Jun 12, 2022",
 *   "2022-06-12T10:00:00Z", "2022年6月12日"), or an epoch in seconds or milliseconds, as number or digits
 * @param locale BCP 47 tag of the text's language; '' if unknown. English names are recognised in any locale
 * @returns YYYY-MM-DD as written (for an epoch, in UTC), or '' if it does not name a complete date
 */
export function toIsoDay(value: unknown, locale: string): string {
  if (typeof value === "number") return dayOfEpoch(value);
  if (typeof value !== "string" || value.length > longestDateText) return "";
  const text = value.replace(unevenSpace, " ").trim();
  if (/^\d{10}(\d{3})?$/.test(text)) return dayOfEpoch(Number(text));
  const cut = endsInDigit.test(text) || iso.test(text) ? text : text.replace(afterYear, "");
  return (mayBeNumbers.test(cut) ? dayOfNumbers(cut, locale) : "") || dayOfWords(cut, locale);
}
