import type { Field, Fields, Values } from "./form-definition.ts";

type Kind = Field<Values>["kind"];

const blanks: { [K in Kind]?: unknown } = {
  choices: [],
  images: [],
  switch: false,
  number: undefined,
  address: undefined,
  custom: undefined,
};

/** Gets the empty value of a kind: mostly an empty text. */
const getBlank = (kind: Kind): unknown => (kind in blanks ? blanks[kind] : "");

/** The values that a form begins with. Null is an empty field, except in a field that draws itself: what null means there is its own to say. */
export function startValues(fields: Fields, initial: Values): Values {
  const start = (name: string, kind: Kind) => (kind === "custom" && initial[name] === null ? null : (initial[name] ?? getBlank(kind)));
  return Object.fromEntries(Object.entries(fields).map(([name, { kind }]) => [name, start(name, kind)]));
}

/** The values without passwords: what may be stored. */
export function withoutPasswords(fields: Fields, values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => fields[name]?.kind !== "password"));
}

function fits(field: Field<Values>, value: unknown): boolean {
  const isOffered = (one: unknown) => !("options" in field) || field.options.some((option) => option.value === one);
  switch (field.kind) {
    case "custom":
      return true;
    case "password":
      return false;
    case "number":
      return typeof value === "number";
    case "address":
      return typeof value === "object" && value !== null && Object.values(value).every((one) => typeof one === "string");
    case "choices":
    case "images":
      return Array.isArray(value) && value.every((one) => typeof one === "string" && isOffered(one));
    default:
      return value === getBlank(field.kind) || (typeof value === typeof getBlank(field.kind) && isOffered(value));
  }
}

/** Whether a draft was made by a form with these fields; one of an older version is not put into a newer one. */
export function fitsFields(fields: Fields, draft: Values): boolean {
  return Object.entries(draft).every(([name, value]) => {
    const field = fields[name];
    return field !== undefined && fits(field, value);
  });
}

/** The fields in sight, in their order. */
export function visibleFields(fields: Fields, values: Values): string[] {
  return Object.keys(fields).filter((name) => fields[name]?.when?.(values) !== false);
}

/** Gets the values that change with one: its own, and those of the fields that still follow the others. */
export function changedValues(fields: Fields, before: Values, name: string, value: unknown): Values {
  const changed: Record<string, unknown> = { [name]: value };
  for (const [other, { follows }] of Object.entries(fields))
    if (other !== name && follows !== undefined && before[other] === follows(before)) changed[other] = follows({ ...before, ...changed });
  return changed;
}
