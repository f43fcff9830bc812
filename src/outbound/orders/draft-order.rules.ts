import type { InputOf } from "#src/kit/api/define-call.ts";
import type { Address } from "#src/kit/countries/address.rules.ts";
import { blankAddress } from "#src/kit/countries/address.rules.ts";
import { formatAmountForField, parseAmount } from "#src/kit/lib/money.ts";
import { parseCentimetres } from "#src/kit/lib/size.ts";
import { getCurrencyRefusal, getHsCodeRefusal } from "#src/warehouse/goods/goods.rules.ts";
import type { createOrder } from "./order-writes.contract.ts";
import type { DeclaredSku, OrderDetail } from "./orders.contract.ts";
import { codTypes, mostPieces, orderKinds, paymentStatuses } from "./orders.rules.ts";
import type { OrderKind } from "./orders.rules.ts";

/** A line of a draft as typed. */
export interface DraftLine {
  readonly key: string;
  readonly sku: string;
  /** the product that the SKU stood for when the order was saved; empty once another SKU is typed */
  readonly variantUuid: string;
  /** the product's title, if known */
  readonly title: string;
  readonly quantity: string;
  readonly unitPrice: string;
  readonly declaredName: string;
  readonly declaredNameZh: string;
  readonly hsCode: string;
  readonly origin: string;
  readonly declaredValue: string;
  readonly declaredCurrency: string;
}

/** What customs is told of a line, as typed. */
export type DraftCustoms = Pick<DraftLine, (typeof customsFields)[number]>;
export const customsFields = ["declaredName", "declaredNameZh", "hsCode", "origin", "declaredValue", "declaredCurrency"] as const;

/** The texts of a draft, apart from its address and lines; all as typed. */
export interface DraftTexts {
  readonly ownerUuid: string;
  readonly kind: string;
  readonly reference: string;
  readonly warehouseUuid: string;
  readonly payment: string;
  readonly email: string;
  readonly idNumber: string;
  readonly total: string;
  readonly currency: string;
  readonly codType: string;
  readonly codAmount: string;
  readonly codCurrency: string;
  readonly ioss: string;
  readonly vat: string;
  readonly weight: string;
  readonly length: string;
  readonly width: string;
  readonly height: string;
  readonly remark: string;
}
/** A draft as typed. */
export interface OrderDraft extends DraftTexts {
  readonly address: Address;
  readonly lines: readonly DraftLine[];
}
export type DraftText = keyof DraftTexts;

/** A field that is wrong: a field of the draft, or of a line by its key. */
export type DraftFault = DraftText | `${string}:${keyof DraftLine}`;

const emptyTexts: DraftTexts = {
  ownerUuid: "",
  kind: "one_piece",
  reference: "",
  warehouseUuid: "",
  payment: "not_paid",
  email: "",
  idNumber: "",
  total: "",
  currency: "",
  codType: "none",
  codAmount: "",
  codCurrency: "",
  ioss: "",
  vat: "",
  weight: "",
  length: "",
  width: "",
  height: "",
  remark: "",
};

/** Creates an empty line. @param key identifies it in the form */
export function createEmptyLine(key: string): DraftLine {
  const customs = { declaredName: "", declaredNameZh: "", hsCode: "", origin: "", declaredValue: "", declaredCurrency: "" };
  return { key, sku: "", variantUuid: "", title: "", quantity: "", unitPrice: "", ...customs };
}

/** Creates an empty draft. */
export function createDraft(kind: OrderKind): OrderDraft {
  return { ...emptyTexts, kind, address: blankAddress, lines: [createEmptyLine("first")] };
}

/** Returns true if nothing was typed into a line; empty lines are not sent. */
export function isEmptyLine({ key: _key, ...line }: DraftLine): boolean {
  return Object.values(line).every((text) => text.trim() === "");
}

/** Converts a stored order to a draft. @param locale BCP 47, of typed numbers */
export function toDraft(order: OrderDetail, locale: string): OrderDraft {
  const money = (cents: number | null) => (cents === null ? "" : formatAmountForField(cents, locale));
  const whole = (value: number | null) => (value === null ? "" : String(value));
  const centimetres = (mm: number | null) => (mm === null ? "" : String(mm / 10));
  const { consignee, email, id_number, ...address } = order.recipient;
  return {
    ownerUuid: order.owner_uuid,
    kind: order.kind,
    reference: order.reference,
    warehouseUuid: order.warehouse_uuid ?? "",
    payment: order.payment_status,
    email,
    idNumber: id_number,
    total: money(order.total_cents),
    currency: order.currency,
    codType: order.cod_type,
    codAmount: money(order.cod_cents),
    codCurrency: order.cod_currency,
    ioss: order.ioss_number,
    vat: order.vat_number,
    weight: whole(order.weight_grams),
    length: centimetres(order.length_mm),
    width: centimetres(order.width_mm),
    height: centimetres(order.height_mm),
    remark: order.remark,
    address: { ...address, name: consignee, country: order.country },
    lines: order.lines.map((line) => ({
      key: line.line_uuid,
      sku: line.sku,
      variantUuid: line.variant_uuid,
      title: line.title,
      quantity: String(line.quantity),
      unitPrice: money(line.unit_price_cents),
      declaredName: line.declared_name,
      declaredNameZh: line.declared_name_zh,
      hsCode: line.hs_code,
      origin: line.origin_country,
      declaredValue: money(line.declared_value_cents),
      declaredCurrency: line.declared_currency,
    })),
  };
}

/** Returns the number of a typed text; null if it is empty or no number of the given form. */
function parseWhole(text: string, most: number): number | null {
  const value = /^[1-9]\d{0,8}$/.test(text.trim()) ? Number(text.trim()) : null;
  return value !== null && value <= most ? value : null;
}

const mostGrams = 10_000_000;
const mostCentimetres = 10_000;

/** The highest values of numbers that are typed. */
const highest: ReadonlyMap<keyof DraftLine | DraftText, number> = new Map([
  ["quantity", mostPieces],
  ["weight", mostGrams],
  ["length", mostCentimetres],
  ["width", mostCentimetres],
  ["height", mostCentimetres],
]);

/** Returns the highest value of a field if what was typed is a number above it; null otherwise. */
export function getExceeded(field: keyof DraftLine | DraftText, text: string): number | null {
  const most = highest.get(field);
  return most !== undefined && /^\d+([.,]\d*)?$/.test(text.trim()) && Number(text.trim().replace(",", ".")) > most ? most : null;
}

/** Parses a side of a parcel. @returns millimetres; null if no parcel has it */
function parseSide(text: string): number | null {
  const mm = parseCentimetres(text);
  return mm !== null && mm >= 1 && mm <= mostCentimetres * 10 ? mm : null;
}

/** Anything with one @: marketplaces hand over addresses of every kind, and what is meant here is a slip of whoever types. */
const emailShape = /^[^\s@]+@[^\s@]+$/;

const isAmount = (text: string, locale: string) => (parseAmount(text, locale) ?? -1) >= 0;
const isCurrency = (text: string) => getCurrencyRefusal(text.trim().toUpperCase()) === null;
const isHsCode = (text: string) => getHsCodeRefusal(text.trim()) === null;

/** Finds the fields of a declaration that cannot be sent; each may be empty. @param locale BCP 47, of typed numbers */
export function findCustomsFaults({ hsCode, declaredValue, declaredCurrency }: DraftCustoms, locale: string): (keyof DraftCustoms)[] {
  const faults: (keyof DraftCustoms)[] = [];
  if (hsCode.trim() !== "" && !isHsCode(hsCode)) faults.push("hsCode");
  if (declaredValue.trim() !== "" && !isAmount(declaredValue, locale)) faults.push("declaredValue");
  if (declaredCurrency.trim() !== "" && !isCurrency(declaredCurrency)) faults.push("declaredCurrency");
  return faults;
}

/** Finds the fields that cannot be sent, in the order of the form. Empty lines are not looked at. */
export function findFaults(draft: OrderDraft, locale: string): DraftFault[] {
  const optional = (text: string, fits: (text: string) => boolean) => text.trim() !== "" && !fits(text);
  const isMoney = (text: string) => isAmount(text, locale);
  const isCod = draft.codType !== "none";
  const heads: [DraftText, boolean][] = [
    ["email", optional(draft.email, (text) => emailShape.test(text.trim()))],
    ["total", optional(draft.total, isMoney)],
    ["currency", draft.total.trim() === "" ? optional(draft.currency, isCurrency) : !isCurrency(draft.currency)],
    ["codAmount", isCod && !isMoney(draft.codAmount)],
    ["codCurrency", isCod && !isCurrency(draft.codCurrency)],
    ["weight", optional(draft.weight, (text) => parseWhole(text, mostGrams) !== null)],
    ...(["length", "width", "height"] as const).map((side): [DraftText, boolean] => [
      side,
      optional(draft[side], (text) => parseSide(text) !== null),
    ]),
  ];
  const inLines = draft.lines
    .filter((line) => !isEmptyLine(line))
    .flatMap((line): [DraftFault, boolean][] => [
      [`${line.key}:sku`, line.sku.trim() === ""],
      [`${line.key}:quantity`, parseWhole(line.quantity, mostPieces) === null],
      [`${line.key}:unitPrice`, optional(line.unitPrice, isMoney)],
      ...findCustomsFaults(line, locale).map((field): [DraftFault, boolean] => [`${line.key}:${field}`, true]),
    ]);
  return [...heads, ...inLines].flatMap(([field, isWrong]) => (isWrong ? [field] : []));
}

/** Converts what the orders' lines of a SKU say to a declaration as typed. @param locale BCP 47, of typed numbers */
export function toCustoms({ name, name_zh, hs_code, origin, value, currency }: DeclaredSku, locale: string): DraftCustoms {
  return {
    declaredName: name,
    declaredNameZh: name_zh,
    hsCode: hs_code,
    origin,
    declaredValue: value === null ? "" : formatAmountForField(value, locale),
    declaredCurrency: currency,
  };
}

/** Converts a declaration without faults to a line of the call that declares orders: empty fields keep what the lines have. */
export function toDeclaredLine(sku: string, customs: DraftCustoms, locale: string) {
  return {
    sku,
    name: customs.declaredName.trim(),
    name_zh: customs.declaredNameZh.trim(),
    hs_code: customs.hsCode.trim(),
    origin: customs.origin,
    value: customs.declaredValue.trim() === "" ? null : parseAmount(customs.declaredValue, locale),
    ...(customs.declaredCurrency.trim() === "" ? {} : { currency: customs.declaredCurrency.trim() }),
  };
}

/** Sums the completed lines and their pieces. */
export function sumDraft(lines: readonly DraftLine[]): { lines: number; pieces: number } {
  const filled = lines.filter((line) => !isEmptyLine(line));
  return { lines: filled.length, pieces: filled.reduce((sum, { quantity }) => sum + (parseWhole(quantity, mostPieces) ?? 0), 0) };
}

/**
 * Parses rows pasted from a spreadsheet: SKU, pieces and optionally the unit price, separated by tabs or semicolons.
 * @returns null if the text is a single cell, which is pasted as usual
 */
export function parsePastedLines(text: string, newKey: () => string): DraftLine[] | null {
  const rows = text
    .split(/\r?\n/)
    .map((row) => row.split(/[\t;]/).map((cell) => cell.trim()))
    .filter((cells) => cells.some((cell) => cell !== ""));
  if (rows.length === 0 || (rows.length === 1 && (rows[0]?.length ?? 0) < 2)) return null;
  return rows.map(([sku = "", quantity = "", unitPrice = ""]) => ({ ...createEmptyLine(newKey()), sku, quantity, unitPrice }));
}

/** Converts a draft without faults to the input of the calls that save it. @param locale BCP 47, of typed numbers */
export function toOrderInput(draft: OrderDraft, locale: string) {
  const amount = (text: string) => parseAmount(text, locale);
  const { address } = draft;
  const isCod = draft.codType !== "none";
  return {
    kind: orderKinds.find((kind) => kind === draft.kind) ?? "one_piece",
    reference: draft.reference,
    warehouse_uuid: draft.warehouseUuid === "" ? null : draft.warehouseUuid,
    payment_status: paymentStatuses.find((status) => status === draft.payment) ?? "not_paid",
    country: address.country,
    recipient: {
      consignee: address.name,
      phone: address.phone,
      mobile: address.mobile,
      email: draft.email,
      address: address.address,
      city: address.city,
      state: address.state,
      zip: address.zip,
      id_number: draft.idNumber,
    },
    total_cents: amount(draft.total),
    ...(draft.currency.trim() === "" ? {} : { currency: draft.currency }),
    cod_type: codTypes.find((type) => type === draft.codType) ?? "none",
    cod_cents: isCod ? amount(draft.codAmount) : null,
    ...(isCod ? { cod_currency: draft.codCurrency } : {}),
    ioss_number: draft.ioss,
    vat_number: draft.vat,
    weight_grams: parseWhole(draft.weight, mostGrams),
    length_mm: parseSide(draft.length),
    width_mm: parseSide(draft.width),
    height_mm: parseSide(draft.height),
    remark: draft.remark,
    lines: draft.lines
      .filter((line) => !isEmptyLine(line))
      .map((line) => ({
        ...(line.variantUuid === "" ? { sku: line.sku.trim() } : { variant_uuid: line.variantUuid, title: line.title }),
        quantity: Number(line.quantity),
        unit_price_cents: amount(line.unitPrice),
        declared_name: line.declaredName,
        declared_name_zh: line.declaredNameZh,
        hs_code: line.hsCode,
        origin_country: line.origin,
        declared_value_cents: amount(line.declaredValue),
        ...(line.declaredCurrency.trim() === "" ? {} : { declared_currency: line.declaredCurrency }),
      })),
  } satisfies Partial<InputOf<typeof createOrder>>;
}

const isText = (of: object, keys: readonly string[]) => keys.every((key) => typeof Reflect.get(of, key) === "string");
const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Reads the unsaved input of the last visit; null if it has another shape. */
export function parseSavedDraft(values: Readonly<Record<string, unknown>> | undefined): OrderDraft | null {
  if (values === undefined || !isObject(values["address"]) || !Array.isArray(values["lines"])) return null;
  const areLines = values["lines"].every((line: unknown) => isObject(line) && isText(line, Object.keys(createEmptyLine(""))));
  const isWhole = isText(values, Object.keys(emptyTexts)) && isText(values["address"], Object.keys(blankAddress)) && areLines;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the texts, the address and the lines were checked above
  return isWhole ? (values as unknown as OrderDraft) : null;
}
