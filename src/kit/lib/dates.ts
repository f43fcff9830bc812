/**
 * Dates as marketplaces write them, made into ISO days. What does not name a day, a month and a year for sure is '',
 * never a guess: "3 days ago" and "June 12" stay empty.
 */

const englishMonths = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const fullEnglishMonths =
  /^(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?)$/;

/** The longest text that can be a date with something before it; longer ones are not searched (they are not dates). */
const longestDateText = 200;

const dayFirst = /(?<![\p{L}\d])(\d{1,2})(?:st|nd|rd|th|\.|º|er)?(?:\s+de)?\s+(\p{L}[\p{L}\p{M}]*)\.?,?(?:\s+del?)?\s+(\d{4})$/u;
const monthFirst = /(?<!\p{L})(\p{L}[\p{L}\p{M}]*)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/u;
const yearFirst = /(?<!\d)(\d{4})\.?\s+(?:m\.\s+)?(\p{L}[\p{L}\p{M}]*)\.?\s+(\d{1,2})$/u;
/** The same two where their three words are a whole text: what to look for first, since a search of all the text costs the most. */
const dayFirstAlone = /^(\d{1,2})(?:st|nd|rd|th|\.)? (\p{L}[\p{L}\p{M}]*)\.?,? (\d{4})$/u;
const monthFirstAlone = /^(\p{L}[\p{L}\p{M}]*)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/u;
const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:$|[T ])/;
const eastAsian = /(?<!\d)(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일]?$/u;
const yearFirstNumbers = /(?<!\d)(\d{4})\s?[./-]\s?(\d{1,2})\s?[./-]\s?(\d{1,2})$/;
const dotted = /(?<!\d)(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/;
const slashed = /(?<!\d)(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/;
/** what some languages put after the year: Russian "г.", Ukrainian "р.", Bulgarian "г.", Lithuanian "d." */
const afterYear = /\s*(?:г|р|d)?\.?$/u;
const endsInDigit = /\d$/;
/** all but single blanks: most texts come with evenly spaced words, and are left as they are */
const unevenSpace = /[\s\u200e\u200f]{2,}|[^\S ]|[\u200e\u200f]/g;
/** How a date in numbers alone begins or ends; without it six patterns need not be searched. */
const mayBeNumbers = /^\d{4}-|[./\-月월]\s?\d{1,4}\s?[日일]?$/u;

/** Month names of a locale by name; few locales meet in one run, so the map is emptied rather than aged. */
const monthNames = new Map<string, Map<string, number>>();

/** Lower case, without accents and dots, so that "févr." and "FÉVR" are one word. */
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
    // A page may say any `lang`; one that is no language tag leaves English alone.
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
  // 10 digits are seconds, 13 are milliseconds; fewer are before 2001, when no marketplace here had a review.
  const ms = epoch >= 1e9 && epoch < 1e10 ? epoch * 1000 : epoch;
  if (!(ms >= 1e12 && ms < 1e13)) return "";
  const date = new Date(ms);
  return toIso(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
}

/** Whether a locale writes the month before the day in numbers; only then is 6/12 June the twelfth. */
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

/** The last three words of an evenly spaced text. */
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
  // No text is both: before the year stands a number or a word.
  const small = dayFirstAlone.exec(tail) ?? dayFirst.exec(text);
  if (small) return toIso(Number(small[3]), parseMonth(small[2] ?? "", locale), Number(small[1]));
  const big = yearFirst.exec(text);
  return big ? toIso(Number(big[1]), parseMonth(big[2] ?? "", locale), Number(big[3])) : "";
}

/**
 * The day that a date names.
 * @param value a text that is a date or ends in one ("Jun 12, 2022", "12. Juni 2022", "Ann on Jun 12, 2022",
 *   "2022-06-12T10:00:00Z", "2022年6月12日"), or an epoch in seconds or milliseconds, as number or digits
 * @param locale BCP 47 tag of the language it is written in; English names are understood in any, and with '' alone
 * @returns YYYY-MM-DD as written (an epoch's day is UTC's), or '' where it does not name a whole day
 */
export function toIsoDay(value: unknown, locale: string): string {
  if (typeof value === "number") return dayOfEpoch(value);
  if (typeof value !== "string" || value.length > longestDateText) return "";
  const text = value.replace(unevenSpace, " ").trim();
  if (/^\d{10}(\d{3})?$/.test(text)) return dayOfEpoch(Number(text));
  const cut = endsInDigit.test(text) || iso.test(text) ? text : text.replace(afterYear, "");
  return (mayBeNumbers.test(cut) ? dayOfNumbers(cut, locale) : "") || dayOfWords(cut, locale);
}
