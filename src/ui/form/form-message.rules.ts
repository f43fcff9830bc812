import type { z } from "zod";
import { codes } from "#src/api/codes.ts";
import { codeOfIssue } from "#src/api/define-call.ts";
import type { Texts } from "#src/api/envelope.ts";
import type { Translate } from "#src/i18n/shown.store.ts";
import type { TextKey } from "#src/i18n/text-key.ts";

/** A sentence that is not bound to a language yet, so that it changes with the page's. */
export type Message =
  | { readonly texts: Texts; readonly code?: number }
  | { readonly key: TextKey; readonly values?: Readonly<Record<string, number | string>> };

type Issue = z.core.$ZodIssue;

/** Says a message in the page's language. */
export function sayMessage(message: Message, t: Translate, locale: string): string {
  if ("key" in message) return t(message.key, message.values ?? {});
  return locale.startsWith("zh") ? message.texts.zh_cn : message.texts.en_us;
}

/** The message of a code of the one table. */
export function messageOfCode(name: keyof typeof codes): Message {
  const { code, en_us, zh_cn } = codes[name];
  return { code, texts: { en_us, zh_cn } };
}

/** Whether a field holds nothing. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

/** What stands at a path of the values. */
export function valueAt(values: unknown, path: readonly PropertyKey[]): unknown {
  let found = values;
  for (const step of path) {
    if (typeof found !== "object" || found === null) return undefined;
    found = (found as Record<PropertyKey, unknown>)[step];
  }
  return found;
}

function sizeMessage(issue: Issue & { code: "too_big" | "too_small" }): Message {
  const isList = issue.origin === "array" || issue.origin === "set";
  const isText = issue.origin === "string";
  if (issue.code === "too_big") {
    const values = { max: Number(issue.maximum) };
    if (isText) return { key: "form.tooLong", values };
    return { key: isList ? "form.tooMany" : "form.tooLarge", values };
  }
  const values = { min: Number(issue.minimum) };
  if (isText) return { key: "form.tooShort", values };
  return { key: isList ? "form.tooFew" : "form.tooSmall", values };
}

function formatMessage({ format }: Issue & { code: "invalid_format" }): Message {
  if (format === "email") return messageOfCode("accounts.emailShape");
  return { key: format === "url" ? "form.url" : "form.wrongFormat" };
}

function typeMessage({ expected }: Issue & { code: "invalid_type" }): Message {
  if (expected === "int") return { key: "form.notWhole" };
  return { key: expected === "number" ? "form.notNumber" : "form.wrongFormat" };
}

/**
 * The sentence of a zod issue. A code's name as its message says that code's text; a custom issue with `params: {text, values}` says that text;
 * the rest goes by the kind of issue.
 * @param value what stands at the issue's path: a wrong shape of nothing is a field to fill in
 */
export function messageOfIssue(issue: Issue, value: unknown): Message {
  const code = codeOfIssue(issue);
  if (code !== null) return messageOfCode(code);
  if (issue.code === "custom") {
    const params = issue.params as { text?: TextKey; values?: Record<string, string> } | undefined;
    if (params?.text !== undefined) return { key: params.text, ...(params.values === undefined ? {} : { values: params.values }) };
    return { key: "form.wrongFormat" };
  }
  if (issue.code === "invalid_value") return { key: "form.chooseOne" };
  if (isBlank(value)) return { key: "form.required" };
  switch (issue.code) {
    case "too_big":
    case "too_small":
      return sizeMessage(issue);
    case "invalid_format":
      return formatMessage(issue);
    case "invalid_type":
      return typeMessage(issue);
    case "invalid_union": {
      const first = issue.errors.flat()[0];
      return first === undefined ? { key: "form.wrongFormat" } : messageOfIssue(first, value);
    }
    default:
      return { key: "form.wrongFormat" };
  }
}
