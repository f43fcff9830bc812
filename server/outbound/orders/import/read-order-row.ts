import en from "i18n-iso-countries/langs/en.json" with { type: "json" };
import type { RefusalName } from "#src/kit/api/codes.ts";
import { blankAddress, findAddressRefusals } from "#src/kit/countries/address.rules.ts";
import { findPhoneRefusal } from "#src/kit/countries/phone.rules.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { codTypes, mostPieces } from "#src/outbound/orders/orders.rules.ts";
import { getCurrencyRefusal } from "#src/warehouse/goods/goods.rules.ts";
import { readCents, readChoice, readText, readWhole } from "#server/warehouse/imports/import-cell-validation.ts";
import type { ImportRowReader } from "#server/warehouse/imports/import-row-reader.ts";

/** What the rows of one order have in common. */
export interface ImportedHead {
  readonly reference: string;
  readonly consignee: string;
  readonly phone: string;
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  /** two letters */
  readonly country: string;
  readonly id_number: string;
  readonly ioss_number: string;
  readonly vat_number: string;
  readonly cod_type: (typeof codTypes)[number];
  readonly cod_cents: number | null;
  readonly cod_currency: string;
  readonly remark: string;
}

/** What each row has for itself, besides its product. */
export interface ImportedLine {
  readonly quantity: number;
  readonly declared_name: string;
  readonly declared_value_cents: number | null;
  readonly declared_currency: string;
}

/** 100 million units of a currency, as in the calls. */
const mostCents = 10_000_000_000;
const countryCodes = new Set(Object.keys(en.countries));

function readCountry(text: string): Result<string, RefusalName> {
  const code = text.toUpperCase();
  return countryCodes.has(code) ? ok(code) : refuse("orders.countryUnknown");
}

function readCurrency(text: string): Result<string, RefusalName> {
  const refusal = getCurrencyRefusal(text.toUpperCase());
  return refusal === null ? ok(text.toUpperCase()) : refuse(refusal);
}

function readPhone(text: string): Result<string, RefusalName> {
  const refusal = findPhoneRefusal(text);
  return refusal === null ? ok(text) : refuse(refusal);
}

const readAmount = (text: string) => readCents(text, mostCents);

function textOf(reader: ImportRowReader, field: string, most: number): string {
  return reader.read(field, (text) => readText(text, most)) ?? "";
}

/** Warns about a state or postal code that the country's addresses need or write differently: mail may still arrive. */
function checkAddress(reader: ImportRowReader, { country, state, zip }: Pick<ImportedHead, "country" | "state" | "zip">): void {
  if (country === "") return;
  for (const { part } of findAddressRefusals({ ...blankAddress, country, state, zip })) {
    if (part === "zip") reader.addWarning("zip", zip === "" ? "orders.postalCodeMissing" : "orders.postalCodeShape");
    if (part === "state") reader.addWarning("state", state === "" ? "orders.stateMissing" : "orders.stateUnknown");
  }
}

/** Reads the cells of cash on delivery. An amount of 0 is none, and a currency alone has no meaning without cash. */
function readCod(reader: ImportRowReader): Pick<ImportedHead, "cod_type" | "cod_cents" | "cod_currency"> {
  const none = { cod_type: "none", cod_cents: null, cod_currency: "" } as const;
  const type = reader.read("cod_type", (text) => readChoice(text, codTypes));
  const cents = reader.read("cod_amount", readAmount);
  const currency = reader.read("cod_currency", readCurrency);
  const isTypeWrong = type === null && reader.getText("cod_type") !== "";
  if (isTypeWrong) return none;
  if (type !== "cash") {
    if (cents !== null && cents > 0) reader.addProblem("cod_type", "orders.codIncomplete");
    return none;
  }
  // A cell that cannot be read has its own problem.
  if (cents === 0 || reader.getText("cod_amount") === "") reader.addProblem("cod_amount", "orders.codIncomplete");
  if (reader.getText("cod_currency") === "") reader.addProblem("cod_currency", "orders.codIncomplete");
  return { cod_type: type, cod_cents: cents, cod_currency: currency ?? "" };
}

/** Reads what a row says about its order. The values are only valid if the reader has no problems. */
export function readHead(reader: ImportRowReader): ImportedHead {
  const reference = textOf(reader, "order_number", 100);
  const consignee = textOf(reader, "consignee", 200);
  const phone = reader.read("phone", readPhone) ?? "";
  const address = textOf(reader, "address", 500);
  const city = textOf(reader, "city", 100);
  const state = textOf(reader, "state", 100);
  const country = reader.read("country", readCountry) ?? "";
  const zip = textOf(reader, "zip", 20);
  checkAddress(reader, { country, state, zip });
  const ioss_number = textOf(reader, "ioss_number", 40);
  const vat_number = textOf(reader, "vat_number", 40);
  const id_number = textOf(reader, "id_number", 60);
  const cod = readCod(reader);
  const remark = textOf(reader, "remark", 1000);
  return { reference, consignee, phone, address, city, state, zip, country, id_number, ioss_number, vat_number, ...cod, remark };
}

/** Reads a row's pieces and their declaration. The values are only valid if the reader has no problems. */
export function readLine(reader: ImportRowReader): ImportedLine {
  const quantity = reader.read("quantity", (text) => readWhole(text, { min: 1, max: mostPieces })) ?? 0;
  const declared_name = textOf(reader, "declared_name", 200);
  const declared_value_cents = reader.read("declared_value", readAmount);
  const declared_currency = reader.read("currency", readCurrency) ?? "";
  if (declared_value_cents !== null && reader.getText("currency") === "") reader.addProblem("currency", "orders.currencyMissing");
  return { quantity, declared_name, declared_value_cents, declared_currency };
}
