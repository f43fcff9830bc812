import type { Translate } from "#src/kit/i18n/translation.store.ts";

/**
 * Sentences of ours that are stored where a carrier's own words would be: in English, as logs have them. Screens show them in the language of the page, and
 * carriers' words as they came. `{{value}}` is a number.
 */
export const ownSentences = {
  incomplete: "The carrier account is incomplete, or has no interface",
  unknownYet: "The carrier does not know the waybill yet",
  unknownWaybill: "The carrier does not know the waybill",
  notStored: "The carrier's answer could not be stored",
  notAsPublished: "The carrier's answer is not as published",
  otherReference: "The carrier answered for another reference",
  tooManyLines: "Yanwen takes at most {{value}} lines of declared goods",
  labelNotReady: "The label is not ready",
  labelGone: "The carrier no longer has the label",
  labelUnprintable: "The carrier sent no label that can be printed",
  labelElsewhere: "The label's address is not the carrier's",
  tooManyRequests: "Too many requests",
  serverFailed: "The carrier's server failed with status {{value}}",
  answeredStatus: "The carrier answered with status {{value}}",
  redirected: "The carrier answered with a redirect",
  tooLarge: "The carrier's answer is too large",
  tooSlow: "The carrier did not answer within {{value}} ms",
  noAnswer: "No answer",
  credentialsRejected: "The carrier rejected the credentials",
  noReason: "Refused without a reason",
} as const;
type OwnSentence = keyof typeof ownSentences;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
const names = Object.keys(ownSentences) as OwnSentence[];

/** Writes a sentence as it is stored. */
export function writeOwnSentence(name: OwnSentence, value: number | string = ""): string {
  return ownSentences[name].replace("{{value}}", String(value));
}

/** Writes that a carrier gave the same answer several times since the last entry of the log. */
export function writeRepeated(text: string, count: number): string {
  return count === 1 ? text : `${text} (${count} since the last entry)`;
}

/** Returns the number of a sentence with one; null if the text is another sentence. */
function findValue(sentence: string, text: string): string | null {
  const [before = "", after] = sentence.split("{{value}}");
  if (after === undefined) return text === sentence ? "" : null;
  const value = text.slice(before.length, text.length - after.length);
  return /^\d+$/.test(value) && text === before + value + after ? value : null;
}

/** Returns what is stored as a carrier's words, in the language of the page if it is a sentence of ours. */
export function formatCarrierWords(text: string, t: Translate): string {
  const repeated = /^(.*) \((\d+) since the last entry\)$/su.exec(text);
  if (repeated !== null)
    return t("carrierAccounts.repeated", { words: formatCarrierWords(repeated[1] ?? "", t), times: repeated[2] ?? "" });
  for (const name of names) {
    const value = findValue(ownSentences[name], text);
    if (value !== null) return t(`carrierAccounts.own.${name}`, { value });
  }
  return text;
}
