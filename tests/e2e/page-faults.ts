import { demoNames, demoWords } from "#server/demo-names.ts";
import { texts as catalogue } from "#web/texts/en_us.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import type { TextFact, Words } from "./page-facts.ts";

/** A line's box is taller than its letters: this share can be cut before a letter is. */
const mayHideDown = 0.3;
/** Widths are fractional px, but boxes are clipped at whole ones. */
const mayHideAcrossPx = 1.5;

function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Finds texts that are partly hidden and nowhere given in full, and texts that overflow their container. */
export function clippedTexts(facts: readonly TextFact[]): string[] {
  const faults = facts.flatMap(({ where, text, said, heightPx, hiddenPx, spillPx }) => {
    const short = text.length > 60 ? `${text.slice(0, 60)}…` : text;
    const isHidden = hiddenPx.across > mayHideAcrossPx || hiddenPx.down > heightPx * mayHideDown;
    if (isHidden && !plain(said).includes(plain(text)))
      return [`cut by ${Math.round(hiddenPx.across)} × ${Math.round(hiddenPx.down)} px: “${short}” in ${where}`];
    const spills = spillPx.across > mayHideAcrossPx || spillPx.down > heightPx * mayHideDown;
    return spills && !isHidden ? [`spills by ${Math.round(spillPx.across)} × ${Math.round(spillPx.down)} px: “${short}” in ${where}`] : [];
  });
  return [...new Set(faults)];
}

/** Chinese button texts of at least this length may wrap. */
const mostUnbroken = 6;

/** Finds buttons whose single short word wraps: stacked letters are unreadable. */
export function brokenButtons(facts: readonly TextFact[]): string[] {
  const faults = facts
    .filter(({ text, lineCount, isOfButton }) => isOfButton && lineCount > 1 && !/\s/.test(text) && text.length <= mostUnbroken)
    .map(({ text, where }) => `broken into lines: “${text}” in ${where}`);
  return [...new Set(faults)];
}

/** Latin text that is also used on Chinese pages: names, formats, keys. */
const names = [
  // products and makers
  "Quayside|Collector|Warehouse|Etsy|Shopify|Stripe|PRO|Windows|Etsy, Inc|Chromium|Chrome|Firefox|Edge|HeadlessChrome|Linux",
  // formats and protocols
  "XLSX|CSV|PNG|JPEG|JPG|GIF|PDF|JSON|HTTP|HTTPS|https|http|HTML|MHTML|API|UTC|GMT|URL|WebSocket|Webhook|Cookie|SHA-256|Argon2id",
  // keys
  "Ctrl|Alt|Shift|Esc|Enter|Tab|F[1-9]|F1[0-2]",
  // warehouse terms, and shapes of codes
  "SKU|PIN|GS1|EAN|QR|IOSS|VAT|Excel|xlsx|xls|csv|ods|MB|mm|ml|kg|A4",
  // people and companies of the demo
  "East 1|Enamel mug|Linen tea towel|Oak cutting board|Beeswax candle|Blue|Red|Natural|Small|Large|Stoneware teapot|Standard|Wholesale|Relabelling of 50 mugs|USD|GBP|Asia/Shanghai|[A-Z0-9]+(?:-[A-Z0-9]+)+|E1|US",
  ...demoNames,
  ...Object.values(demoWords).map((words) => words.replaceAll(/[.?]/g, String.raw`\\$&`)),
  "4PX Registered Parcel|YunExpress Direct Line|Yanwen Economy|Courier collection|Australia cash on delivery|Sea freight cartons|4PX Shenzhen|YunExpress main account|Yanwen economy",
  "United States|North America|Europe|All others|All countries|COURIER|SEA",
  "provider01|operator01|retailer01|admin01|Demo provider|Demo operator|Demo retailer|Demo administrator|Quayside Demo Warehouse|Demo Shop|Demo",
].join("|");
/** Mail and web addresses, paths, files, storage keys, and endings of identifiers. */
const addresses =
  /[\w.+-]+@[\w.-]+|\b(?:[\w-]+\.)+(?:example|com|cn|org|net)\b|\b(?:https?|wss?|chrome|edge):\/\/\w\S*|\babout:\w+|\b\w+\.json\b|“(?:language|theme|known_device)”|(?<![\w/])\/[\w$./-]+|(?:…|\.{3})[0-9a-f]{4,}\b/g;
const namesPattern = new RegExp(
  `(?<![A-Za-z])(?:${names
    .split("|")
    .toSorted((a, b) => b.length - a.length)
    .join("|")})(?![A-Za-z])`,
  "g",
);

/** The languages' own names: the switch shows both. */
const ownNames = ["中文", "English"];

/** Finds texts in the other language, excluding names and addresses. */
export function foreignWords(words: readonly Words[], language: Language): string[] {
  const foreign = language === "zh_cn" ? /[A-Za-z]{3,}(?:[ '-][A-Za-z]{3,})*/g : /\p{Script=Han}+/gu;
  const faults = words.flatMap(({ where, text }) => {
    const ours = text.replace(addresses, " ").replace(namesPattern, " ");
    return [...ours.matchAll(foreign)]
      .filter(([word]) => !ownNames.includes(word))
      .map(([word]) => `not in the page's language: “${word}” in ${where}`);
  });
  return [...new Set(faults)];
}

/** The first segments of text keys: "collect", "ui". */
const slices = Object.keys(catalogue).join("|");
const rawText = new RegExp(`(?<![\\w@/.])(?:${slices})\\.[a-z]\\w*(?:\\.\\w+)*|\\{\\{\\w+|\\[object |\\bundefined\\b|\\bNaN\\b`, "g");

/** Finds raw keys and placeholders, which a person would see if a text or value were missing. */
export function rawKeys(words: readonly Words[]): string[] {
  const found = words.flatMap(({ where, text }) =>
    [...text.replace(addresses, " ").matchAll(rawText)].map(([key]) => `raw text: “${key}” in ${where}`),
  );
  return [...new Set(found)];
}
