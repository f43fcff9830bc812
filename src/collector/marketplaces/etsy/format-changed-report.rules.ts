import { JsonReader, MissingFields } from "#src/collector/marketplaces/json-reader.ts";

/** A field's name as programs write them; other keys may be anything, so they are counted and not shown. */
const fieldName = /^[A-Za-z_$][\w$-]{0,39}$/;
const mostKeys = 25;
/** The places whose field names help to see what changed. Values are never shown. */
const places: readonly (readonly (string | 0)[])[] = [
  [],
  ["output"],
  ["jsData"],
  ["jsData", "reviews", 0],
  ["jsData", "reviews", 0, "reviewInfo"],
  ["jsData", "reviews", 0, "reviewContent"],
  ["jsData", "reviews", 0, "buyerInfo"],
];

/** What is known of an answer that could not be read. */
export interface UnreadAnswer {
  route: string;
  page: number;
  status: number;
  /** characters */
  length: number;
  /** the parsed JSON, undefined if the body is not JSON */
  json: unknown;
  /** whether the body looks like HTML */
  isHtml: boolean;
  missing: readonly string[];
}

function describeType(value: unknown): string {
  if (Array.isArray(value)) return `array(${value.length})`;
  return value === null ? "null" : typeof value;
}

function describeKeys(value: object): string {
  const entries = Object.entries(value);
  const named = entries.filter(([key]) => fieldName.test(key)).slice(0, mostKeys);
  const shown = named.map(([key, item]) => `${key}: ${describeType(item)}`);
  return [...shown, ...(entries.length > named.length ? [`and ${entries.length - named.length} more`] : [])].join(", ");
}

function placeLine(json: unknown, place: readonly (string | 0)[]): string[] {
  let reader: JsonReader | undefined = new JsonReader(json, "", new MissingFields());
  for (const step of place) reader = step === 0 ? reader?.items()[0] : reader?.at(step);
  if (!reader?.isObject) return [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `isObject`, or a comparison before it, has checked this
  return [`keys of ${place.length === 0 ? "the answer" : place.join(".").replace(".0", "[0]")}: ${describeKeys(reader.value as object)}`];
}

/**
 * A report that a person can copy and send to us: names and types of fields, never a value, so it holds no text, no name and no token.
 * @returns plain text, a few lines
 */
export function buildReport(answer: UnreadAnswer): string {
  const form =
    answer.json === undefined
      ? answer.isHtml
        ? "HTML"
        : answer.length === 0
          ? "empty"
          : "other text"
      : `JSON ${describeType(answer.json)}`;
  return [
    "Quayside Collector: an answer that could not be read",
    `marketplace: etsy`,
    `route: ${answer.route}`,
    `page: ${answer.page}`,
    `status: ${answer.status}`,
    `length: ${answer.length} characters, ${form}`,
    ...places.flatMap((place) => placeLine(answer.json, place)),
    `missing: ${answer.missing.join(", ")}`,
  ].join("\n");
}
