import type { Dice } from "./random.ts";
import { pick } from "./random.ts";
import type { Language, Topic } from "./sentences.ts";
import { languages, sentences, topics } from "./sentences.ts";

/** A review's text: as written, and in English if the marketplace translated it. */
export interface Words {
  language: Language;
  /** as written; '' if the buyer gave only stars */
  written: string;
  /** '' if it was not translated */
  translated: string;
}

/** Texts that a careless reader or writer of files gets wrong. One line each says what it is there for. */
export const difficultTexts: readonly string[] = [
  // a spreadsheet would run these
  '=HYPERLINK("https://example.com/steal","Click me")',
  "+1 from the whole family",
  "-10% would have been fair, it came late",
  "@seller please tell us more about the oil you use",
  // HTML, JSON and CSV have these as their own characters
  "<script>document.title = 'stolen'</script> is what I typed & it should stay text",
  "Fish &amp; chips &lt;3 - typed exactly like this",
  "She said \"perfect\", I said 'fine', 5 > 4; done, over",
  "Line one\nline two\n\nline four after an empty one",
  "Written on another system\r\nwith its own line ends",
  'Path C:\\new\\table, regex \\d+, and a quote at the end"',
  "]]> --> */ ${notATemplate} {{ nor.this }} %s %d %%",
  // characters outside the basic plane, joined, combined, and written from right to left
  "Beautiful \u{1F468}\u200D\u{1F469}\u200D\u{1F467} \u{1F44D}\u{1F3FD} \u{1F1E9}\u{1F1EA} love it",
  "cafe\u0301 and \uD842\uDFB7 and Zal\u0335go\u0336",
  "\u05DE\u05E2\u05D5\u05DC\u05D4, thank you \u0634\u0643\u0631\u0627",
  "null",
  "0042",
  "\u{1F60D}",
];

/** The topics a review speaks of, cheap to know without making its text: the tag filter asks it for every review. */
export function chooseTopics(dice: Dice): Topic[] {
  const chosen = topics.filter((topic) => dice(`topic/${topic}`) < 0.45);
  return chosen.length > 0 ? chosen : [pick(topics, dice("topic"))];
}

function compose(dice: Dice, language: Language, long: boolean): string {
  const chosen = chooseTopics(dice).map((topic) => pick(sentences[topic][language], dice(`sentence/${topic}`)));
  if (long) {
    for (let extra = 0; extra < 60; extra += 1) {
      const topic = pick(topics, dice(`long/topic/${extra}`));
      chosen.push(pick(sentences[topic][language], dice(`long/sentence/${extra}`)));
    }
  }
  return chosen.join(language === "zh" || language === "ja" ? "" : " ") + pick(["", "", "", "", " \u{1F44D}", " ❤️", " :)"], dice("smile"));
}

/**
 * The words of a review that has some: half in English, two thirds of the others translated, one in 12 difficult, one in 40 long.
 */
export function chooseWords(dice: Dice): Words {
  if (dice("difficult") < 1 / 12) return { language: "en", written: pick(difficultTexts, dice("which")), translated: "" };
  const language = dice("english") < 0.5 ? "en" : pick(languages.slice(1), dice("language"));
  const long = dice("long") < 1 / 40;
  const isTranslated = language !== "en" && dice("translated") < 2 / 3;
  return { language, written: compose(dice, language, long), translated: isTranslated ? compose(dice, "en", long) : "" };
}
