import type { z } from "zod";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { codeNumbers } from "#src/kit/api/code-numbers.ts";
import { getCodeTexts } from "#src/kit/api/get-code-texts.ts";
import { getIssueCode } from "#src/kit/api/define-call.ts";
import type { Texts } from "#src/kit/api/envelope.ts";
import { pickText } from "#src/kit/lib/languages.ts";
import type { Translate } from "#src/kit/i18n/translation.store.ts";
import type { TextKey } from "#src/kit/i18n/text-key.ts";

/** A sentence in no language yet, so that it changes with the page's language. */
export type Message =
  | { readonly texts: Texts; readonly code?: number }
  | { readonly key: TextKey; readonly values?: Readonly<Record<string, number | string>> };

/** Says a message in the page's language. */
export function sayMessage(message: Message, t: Translate, locale: string): string {
  if ("key" in message) return t(message.key, message.values ?? {});
  return pickText(message.texts, locale);
}

/** Gets the message of a code. */
export function getCodeMessage(name: RefusalName): Message {
  const { code } = codeNumbers[name];
  const { en_us, zh_cn } = getCodeTexts(name);
  return { code, texts: { en_us, zh_cn } };
}

/** Writes a message as the text that an error of react-hook-form carries. */
export const writeMessage = (message: Message): string => JSON.stringify(message);

/** Reads the message of an error: its text is the name of a code, or what `writeMessage` made. */
export function readMessage(text: string): Message {
  const code = getIssueCode({ message: text });
  if (code !== null) return getCodeMessage(code);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- such a text was written by `writeMessage`
  return text.startsWith("{") ? (JSON.parse(text) as Message) : { key: "form.wrongFormat" };
}

/** Whether a field holds nothing. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

const tooBig: Readonly<Record<string, TextKey>> = { string: "form.tooLong", array: "form.tooMany", set: "form.tooMany" };
const tooSmall: Readonly<Record<string, TextKey>> = { string: "form.tooShort", array: "form.tooFew", set: "form.tooFew" };

/** Gets the message of an issue that names no code. A custom one with `params: {text, values}` says that text; the rest goes by the kind of issue. */
export function getIssueMessage(issue: z.core.$ZodRawIssue): Message {
  if (issue.code === "custom") {
    const { text = "form.wrongFormat", values = {} } = (issue.params ?? {}) as { text?: TextKey; values?: Record<string, string> };
    return { key: text, values };
  }
  if (issue.code === "invalid_value") return { key: "form.chooseOne" };
  if (isBlank(issue.input)) return { key: "form.required" };
  if (issue.code === "too_big") return { key: tooBig[issue.origin] ?? "form.tooLarge", values: { max: Number(issue.maximum) } };
  if (issue.code === "too_small") return { key: tooSmall[issue.origin] ?? "form.tooSmall", values: { min: Number(issue.minimum) } };
  if (issue.code === "invalid_format" && issue.format === "email") return getCodeMessage("accounts.emailShape");
  if (issue.code === "invalid_format" && issue.format === "url") return { key: "form.url" };
  if (issue.code === "invalid_type" && issue.expected === "int") return { key: "ui.notWhole" };
  if (issue.code === "invalid_type" && issue.expected === "number") return { key: "form.notNumber" };
  return { key: "form.wrongFormat" };
}
