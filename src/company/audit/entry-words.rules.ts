import { permissions } from "#src/kit/api/roles-and-permissions.ts";
import { isCodeName } from "#src/kit/api/code-lookup.ts";
import { getCodeTexts } from "#src/kit/api/get-code-texts.ts";
import type { Translate } from "#src/kit/i18n/translation.store.ts";
import type { TextKey } from "#src/kit/i18n/text-key.ts";
import { authenticationTypes } from "#src/company/key-information/key-information.contract.ts";
import { pickText } from "#src/kit/lib/languages.ts";
import { dateFormat, formatInstant, listText, formatNumber } from "#src/kit/lib/formats.ts";
import { isUuid } from "#src/kit/lib/uuid.ts";
import type { AuditEntry } from "./audit.contract.ts";
import { getActionKey } from "./action-words.rules.ts";

/** What formatting an entry depends on. */
export interface Words {
  readonly t: Translate;
  /** BCP 47 */
  readonly locale: string;
  /** shows ids in full rather than their ends */
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
  "order_number",
  "receipt_number",
  "statement_number",
  "number",
  "orders",
  "parcels",
  "waybills",
  "lines",
  "line_uuid",
  "quantity",
  "pieces",
  "delta",
  "sku",
  "title",
  "name",
  "barcode",
  "location",
  "lot",
  "condition",
  "hold",
  "other_order",
  "status",
  "priority",
  "note",
  "amount_cents",
  "currency",
  "month",
  "prices",
  "zones",
  "countries",
  "max_grams",
  "warehouse_uuid",
  "warehouse_uuids",
  "warehouses",
  "retailer_uuid",
  "variant_uuid",
  "carrier_account_uuid",
  "rate_card_uuid",
  "channel_uuid",
  "default_card_uuid",
  "charges_from",
  "day",
  "row_count",
  "ready_count",
  "tote",
  "wall",
  "grams",
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
  "order",
  "parcel",
  "waybill",
  "bag",
  "manifest",
  "box",
  "wave",
  "pick task",
  "exception",
  "return",
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
  "carrier account",
  "channel",
] as const;

/** How many characters of an id's end are shown. */
const idEnd = 6;

/** Returns the known word that equals the value. */
function findWord<W extends string>(words: readonly W[], word: unknown): W | null {
  return words.find((one) => one === word) ?? null;
}

/** Formats a word of the log in the page's language; an unknown word is shown as is. */
function formatWord(word: unknown, { t, isWhole }: Words, textOf: (word: string) => TextKey | null): string {
  const key = typeof word === "string" ? textOf(word) : null;
  if (key !== null) return t(key);
  return isWhole !== true && isUuid(word) ? `…${word.slice(-idEnd)}` : formatPlain(word);
}

function formatPlain(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

const getRightKey = (word: string) => {
  const right = findWord(permissions, word);
  return right === null ? null : (`operators.right.${right}.name` as const);
};
const getFieldKey = (word: string) => {
  const field = findWord(fields, word);
  return field === null ? null : (`audit.field.${field}` as const);
};
const getValueKey = (word: string) => {
  const value = findWord(values, word);
  return value === null ? null : (`audit.value.${value}` as const);
};
const getAreaKey = (word: string) => (word === "p" || word === "ds" ? (`audit.area.${word}` as const) : null);
const getTypeKey = (word: string) => {
  const type = findWord(authenticationTypes, word);
  return type === null ? null : (`keyInformation.authenticationType.${type}` as const);
};

function formatReason(reason: unknown, { locale }: Words): string {
  if (typeof reason !== "string" || !isCodeName(reason)) return formatPlain(reason);
  return pickText(getCodeTexts(reason), locale);
}

function formatArray(list: readonly unknown[], words: Words, textOf: (word: string) => TextKey | null): string {
  if (list.length === 0) return words.t("audit.nothing");
  return listText(
    list.map((one) => formatWord(one, words, textOf)),
    words.locale,
  );
}

/** Whether a value says what something was before and after. */
function isChange(value: unknown): value is { readonly before: unknown; readonly after: unknown } {
  return typeof value === "object" && value !== null && Object.keys(value).toSorted().join(" ") === "after before";
}

/** Formats a value of an entry's detail. */
function formatValue(key: string, value: unknown, words: Words): string {
  const { t, locale } = words;
  if (typeof value === "boolean") return t(value ? "audit.yes" : "audit.no");
  if (typeof value === "number") return formatNumber(value, locale);
  if (Array.isArray(value)) return formatArray(value, words, key === "fields" ? getFieldKey : getRightKey);
  if (value === null) return t("audit.nothing");
  if (isChange(value))
    return t("audit.change", { before: formatValue(key, value.before, words), after: formatValue(key, value.after, words) });
  if (typeof value === "object") return JSON.stringify(value);
  if (key === "reason") return formatReason(value, words);
  if (key === "area") return formatWord(value, words, getAreaKey);
  if (key === "type") return formatWord(value, words, getTypeKey);
  if (key === "which" && value === "others") return t("audit.others");
  if ((key === "action" || key === "call") && typeof value === "string") return formatAction(value, words);
  if ((key === "from" || key === "until") && typeof value === "string") return formatInstant(value, locale);
  return formatWord(value, words, getValueKey);
}

/** One line of an entry's detail. */
export interface DetailLine {
  readonly key: string;
  readonly value: string;
}

/** Formats an entry's detail, in words if this version knows them. */
export function formatDetailLines(detail: AuditEntry["detail"], words: Words): DetailLine[] {
  return Object.entries(detail).map(([name, value]) => {
    const key = findWord(keys, name);
    return { key: key === null ? name : words.t(`audit.detail.${key}`), value: formatValue(name, value, words) };
  });
}

/** Formats an entry's detail on one line. */
export function formatDetail(detail: AuditEntry["detail"], words: Words): string {
  return formatDetailLines(detail, words)
    .map((line) => words.t("audit.pair", { ...line }))
    .join(words.t("audit.separator"));
}

/** Formats an action; its code if this version does not know it. */
export function formatAction(action: string, { t }: Words): string {
  const key = getActionKey(action);
  return key === null ? action : t(key);
}

/** Formats the person, by name until it is erased. */
export function formatPerson({ username, user_uuid }: Pick<AuditEntry, "username" | "user_uuid">, { t }: Words): string {
  if (username !== "") return username;
  return t(user_uuid === "" ? "audit.person.nobody" : "audit.person.erased");
}

/** Formats the subject: its kind, and the end of its id. */
export function formatSubject({ subject_type, subject_uuid }: Pick<AuditEntry, "subject_type" | "subject_uuid">, { t }: Words): string {
  const subject = findWord(subjects, subject_type);
  const kind = subject === null ? subject_type : t(`audit.subject.${subject}`);
  return kind === "" || subject_uuid === "" ? kind : t("audit.subjectOf", { kind, id: subject_uuid.slice(-idEnd) });
}

/** Formats an instant (ISO 8601) in the user's time zone, to the second; other text is returned as is. */
export function formatMoment(iso: string, locale: string): string {
  const instant = new Date(iso);
  if (Number.isNaN(instant.getTime())) return iso;
  return dateFormat(locale, { dateStyle: "medium", timeStyle: "medium" }).format(instant);
}
