import { permissions } from "#src/api/actors.ts";
import { codes, isCodeName } from "#src/api/codes.ts";
import type { Translate } from "#src/i18n/shown.store.ts";
import type { TextKey } from "#src/i18n/text-key.ts";
import { authenticationTypes } from "#src/key-information/key-information.contract.ts";
import { instantText, listText, numberText } from "#src/lib/wording.ts";
import { isUuid } from "#src/lib/uuid.ts";
import type { AuditEntry } from "./audit.contract.ts";
import { actionKey } from "./action-words.rules.ts";

/** What an entry is said with. */
export interface Words {
  readonly t: Translate;
  /** BCP 47 */
  readonly locale: string;
  /** ids are told whole, and not by their ends alone */
  readonly isWhole?: true;
}

const keys = [
  "permissions",
  "again",
  "before",
  "after",
  "blocked",
  "reason",
  "area",
  "fields",
  "contact_uuids",
  "download_uuids",
  "file_uuids",
  "session_uuid",
  "type",
  "documents",
  "format",
  "language",
  "from",
  "until",
  "action",
  "user_uuid",
  "subject_uuid",
  "ended",
  "which",
  "host",
  "call",
  "homepage_title",
  "homepage_title_en",
  "homepage_icon",
  "main_function",
  "locale",
  "origin",
] as const;
const fields = [
  "display_name",
  "email",
  "phone",
  "avatar",
  "default_language",
  "default_theme",
  "name",
  "legal_name",
  "registration_number",
  "tax_number",
  "country_code",
  "address",
  "website",
] as const;
const values = ["Homepage", "Application", "en_us", "zh_cn", "xlsx", "csv"] as const;
const subjects = [
  "user",
  "session",
  "contact",
  "authentication",
  "download",
  "file",
  "retailer",
  "provider",
  "site",
  "call",
  "device",
  "import",
  "product",
  "variant",
  "receipt",
  "stocktake",
  "warehouse",
  "location",
  "subscription",
  "support request",
  "charge",
  "top-up",
  "top-up request",
  "statement",
  "rate card",
  "price tier",
  "catalogue item",
  "claim",
] as const;

/** So much of an id's end tells two apart. */
const idEnd = 6;

/** The one of the known words that this is. */
function known<W extends string>(words: readonly W[], word: unknown): W | null {
  return words.find((one) => one === word) ?? null;
}

/** A word of the log in the page's language; a word that this version does not know stands as it is. */
function wordText(word: unknown, { t, isWhole }: Words, textOf: (word: string) => TextKey | null): string {
  const key = typeof word === "string" ? textOf(word) : null;
  if (key !== null) return t(key);
  return isWhole !== true && isUuid(word) ? `…${word.slice(-idEnd)}` : plainText(word);
}

function plainText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

const rightKey = (word: string) => {
  const right = known(permissions, word);
  return right === null ? null : (`operators.right.${right}.name` as const);
};
const fieldKey = (word: string) => {
  const field = known(fields, word);
  return field === null ? null : (`audit.field.${field}` as const);
};
const valueKey = (word: string) => {
  const value = known(values, word);
  return value === null ? null : (`audit.value.${value}` as const);
};
const areaKey = (word: string) => (word === "p" || word === "ds" ? (`audit.area.${word}` as const) : null);
const typeKey = (word: string) => {
  const type = known(authenticationTypes, word);
  return type === null ? null : (`keyInformation.authenticationType.${type}` as const);
};

function reasonText(reason: unknown, { locale }: Words): string {
  if (typeof reason !== "string" || !isCodeName(reason)) return plainText(reason);
  const { en_us, zh_cn } = codes[reason];
  return locale.startsWith("zh") ? zh_cn : en_us;
}

function arrayText(list: readonly unknown[], words: Words, textOf: (word: string) => TextKey | null): string {
  if (list.length === 0) return words.t("audit.nothing");
  return listText(
    list.map((one) => wordText(one, words, textOf)),
    words.locale,
  );
}

/** A value of an entry's detail in words. */
function valueText(key: string, value: unknown, words: Words): string {
  const { t, locale } = words;
  if (typeof value === "boolean") return t(value ? "audit.yes" : "audit.no");
  if (typeof value === "number") return numberText(value, locale);
  if (Array.isArray(value)) return arrayText(value, words, key === "fields" ? fieldKey : rightKey);
  if (typeof value === "object" && value !== null) return JSON.stringify(value);
  if (key === "reason") return reasonText(value, words);
  if (key === "area") return wordText(value, words, areaKey);
  if (key === "type") return wordText(value, words, typeKey);
  if (key === "which" && value === "others") return t("audit.others");
  if ((key === "action" || key === "call") && typeof value === "string") return actionText(value, words);
  if ((key === "from" || key === "until") && typeof value === "string") return instantText(value, locale);
  return wordText(value, words, valueKey);
}

/** One thing that an entry tells of what was done. */
export interface DetailLine {
  readonly key: string;
  readonly value: string;
}

/** What an entry tells of what was done, in words where this version knows them. */
export function detailLines(detail: AuditEntry["detail"], words: Words): DetailLine[] {
  return Object.entries(detail).map(([name, value]) => {
    const key = known(keys, name);
    return { key: key === null ? name : words.t(`audit.detail.${key}`), value: valueText(name, value, words) };
  });
}

/** The same on one line. */
export function detailText(detail: AuditEntry["detail"], words: Words): string {
  return detailLines(detail, words)
    .map((line) => words.t("audit.pair", { ...line }))
    .join(words.t("audit.separator"));
}

/** An action in words; its code where this version does not know it. */
export function actionText(action: string, { t }: Words): string {
  const key = actionKey(action);
  return key === null ? action : t(key);
}

/** Who did it: the name, as long as it is kept. */
export function personText({ username, user_uuid }: Pick<AuditEntry, "username" | "user_uuid">, { t }: Words): string {
  if (username !== "") return username;
  return t(user_uuid === "" ? "audit.person.nobody" : "audit.person.erased");
}

/** What it was done to: its kind, and enough of its id to tell two apart. */
export function subjectText({ subject_type, subject_uuid }: Pick<AuditEntry, "subject_type" | "subject_uuid">, { t }: Words): string {
  const subject = known(subjects, subject_type);
  const kind = subject === null ? subject_type : t(`audit.subject.${subject}`);
  return kind === "" || subject_uuid === "" ? kind : t("audit.subjectOf", { kind, id: subject_uuid.slice(-idEnd) });
}

/** Making a formatter costs more than a row: each language's is made once. */
const clocks = new Map<string, Intl.DateTimeFormat>();

/** An instant (ISO 8601) on the person's clock, to the second; the text itself where it is none. */
export function momentText(iso: string, locale: string): string {
  const instant = new Date(iso);
  if (Number.isNaN(instant.getTime())) return iso;
  const clock = clocks.get(locale) ?? new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "medium" });
  clocks.set(locale, clock);
  return clock.format(instant);
}
