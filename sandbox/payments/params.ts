import type { FormValue } from "./form.ts";
import { StripeError, badParam } from "./stripe-error.ts";

/** Parses one raw parameter; @throws StripeError in Stripe's words */
export type Reader<T> = (value: FormValue, param: string) => T;

type Fields = Record<string, Reader<unknown>>;
export type Read<S extends Fields> = { [K in keyof S]?: ReturnType<S[K]> | undefined };
/** A reader of named parts that also lists the names it knows. */
export type FieldsReader<S extends Fields> = Reader<Read<S>> & { readonly names: readonly string[] };

/** Text of at most that many characters; "" unsets, and becomes null. */
export function text(most = 5000): Reader<string | null> {
  return (value, param) => {
    if (typeof value !== "string") throw badParam(param, `Invalid string: ${param}`);
    if (value.length > most) throw badParam(param, `Invalid string: ${param} must be at most ${most} characters`, "parameter_too_long");
    return value === "" ? null : value;
  };
}

/** `true` or `false`. */
export const flag: Reader<boolean> = (value, param) => {
  if (value === "true" || value === "false") return value === "true";
  throw badParam(param, `Invalid boolean: ${param}`, "parameter_invalid_boolean");
};

/** A whole number within bounds. */
export function whole(least: number, most: number): Reader<number> {
  return (value, param) => {
    const number = typeof value === "string" && /^-?\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
    if (!(number >= least && number <= most)) throw badParam(param, `Invalid integer: ${param}`, "parameter_invalid_integer");
    return number;
  };
}

/** One of some words. */
export function word<const W extends string>(...words: readonly W[]): Reader<W> {
  return (value, param) => {
    const known = words.find((one) => one === value);
    if (known === undefined) throw badParam(param, `Invalid ${param}: must be one of ${words.join(", ")}`);
    return known;
  };
}

/** An address of a page. */
export const webAddress: Reader<string> = (value, param) => {
  if (typeof value !== "string" || value.length > 5000 || !URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    throw badParam(param, "Not a valid URL", "url_invalid");
  return value;
};

/** An e-mail address, "" to unset it. */
export const emailAddress: Reader<string | null> = (value, param) => {
  const given = text(512)(value, param);
  if (given === null || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(given)) return given;
  throw new StripeError(400, { code: "email_invalid", message: `Invalid email address: ${param}`, param });
};

/** A list. */
export function list<T>(item: Reader<T>, most = 20): Reader<T[]> {
  return (value, param) => {
    if (!Array.isArray(value) || value.length > most) throw badParam(param, `Invalid array: ${param}`, "parameter_invalid_array");
    return value.map((one, place) => item(one, `${param}[${place}]`));
  };
}

/** Metadata: at most 50 keys of 40 characters with values of 500; "" for a key deletes it, "" for the whole deletes all. */
export const metadata: Reader<Record<string, string> | null> = (value, param) => {
  if (value === "") return null;
  if (typeof value === "string" || Array.isArray(value)) throw badParam(param, `Invalid object: ${param}`);
  const entries = Object.entries(value).map(([key, one]): [string, string] => {
    if (typeof one !== "string" || one.length > 500 || key.length > 40) throw badParam(`${param}[${key}]`, `Invalid metadata: ${param}`);
    return [key, one];
  });
  if (entries.length > 50) throw badParam(param, "Metadata has at most 50 keys");
  return Object.fromEntries(entries);
};

/** Named parts; any other name is refused, like Stripe does. */
export function fields<S extends Fields>(shape: S): FieldsReader<S> {
  const read: Reader<Read<S>> = (value, param) => {
    if (typeof value === "string" || Array.isArray(value)) throw badParam(param, `Invalid object: ${param}`, "parameter_invalid_object");
    const known: Read<S> = {};
    for (const [name, one] of Object.entries(value)) {
      const full = param === "" ? name : `${param}[${name}]`;
      const reader = Object.hasOwn(shape, name) ? shape[name] : undefined;
      if (reader === undefined)
        throw new StripeError(400, { code: "parameter_unknown", message: `Received unknown parameter: ${full}`, param: full });
      Object.assign(known, { [name]: reader(one, full) });
    }
    return known;
  };
  return Object.assign(read, { names: Object.keys(shape) });
}

/** Requires a parameter. @throws StripeError parameter_missing */
export function required<T>(value: T | null | undefined, param: string): T {
  if (value === null || value === undefined)
    throw new StripeError(400, { code: "parameter_missing", message: `Missing required param: ${param}.`, param });
  return value;
}

/** Merges sent metadata into the stored. */
export function mergedMetadata(kept: Record<string, string>, sent: Record<string, string> | null | undefined): Record<string, string> {
  if (sent === undefined) return kept;
  if (sent === null) return {};
  return Object.fromEntries(Object.entries({ ...kept, ...sent }).filter(([, value]) => value !== ""));
}

export const expand = list(text(200), 20);
/** The parameters of every list. */
export const page = { limit: whole(1, 100), starting_after: text(), ending_before: text(), expand };
