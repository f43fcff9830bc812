import type { Field, Values } from "./form-definition.ts";

export type Fields = Readonly<Record<string, Field<Values>>>;

/** What a field holds before anybody filled it in. */
function blankOf(field: Field<Values>): unknown {
  switch (field.kind) {
    case "text":
    case "email":
    case "tel":
    case "url":
    case "lines":
    case "password":
    case "choice":
    case "country":
      return "";
    case "choices":
    case "images":
      return [];
    case "switch":
      return false;
    case "number":
    case "address":
    case "custom":
      return undefined;
  }
}

/** The values that a form begins with. */
export function startValues(fields: Fields, initial: Values): Values {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, initial[name] ?? blankOf(field)]));
}

/** The same values with empty passwords: what may be kept. */
export function withoutPasswords(fields: Fields, values: Values): Values {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fields[name]?.kind === "password" ? "" : value]));
}

/** Whether two sets of values are the same to whoever reads them. What is undefined is not there. */
export function isSameValues(one: Values, other: Values): boolean {
  const text = (values: Values) =>
    JSON.stringify(
      Object.entries(values)
        .filter(([, value]) => value !== undefined)
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    );
  return text(one) === text(other);
}

function fits(field: Field<Values>, value: unknown): boolean {
  switch (field.kind) {
    case "number":
      return typeof value === "number";
    case "switch":
      return typeof value === "boolean";
    case "choice":
      return value === "" || field.options.some((option) => option.value === value);
    case "choices":
      return Array.isArray(value) && value.every((one) => field.options.some((option) => option.value === one));
    case "images":
      return Array.isArray(value) && value.every((one) => typeof one === "string");
    case "address":
      return typeof value === "object" && value !== null && Object.values(value).every((one) => typeof one === "string");
    case "password":
      return false;
    case "custom":
      return true;
    case "text":
    case "email":
    case "tel":
    case "url":
    case "lines":
    case "country":
      return typeof value === "string";
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
  return Object.entries(fields)
    .filter(([, field]) => field.when === undefined || field.when(values))
    .map(([name]) => name);
}

/** The values after a change of one field: fields that follow the others, and are as they were left by that, follow again. */
export function changeValue(fields: Fields, before: Values, name: string, value: unknown): Values {
  const after: Values = { ...before, [name]: value };
  for (const [other, { follows }] of Object.entries(fields))
    if (other !== name && follows !== undefined && before[other] === follows(before)) after[other] = follows(after);
  return after;
}
