/** The maximum number of missing fields to report: enough to see what changed, few enough for a message. */
const mostMissing = 40;

/** Collects the paths of fields that were expected and not found, each once, in the order they were met. */
export class MissingFields {
  readonly #paths = new Set<string>();

  add(path: string): void {
    if (this.#paths.size < mostMissing) this.#paths.add(path);
  }

  get paths(): string[] {
    return [...this.#paths];
  }
}

/**
 * Reads JSON of unknown shape: every step returns a reader and none throws. `need` records what was not found.
 * Only own properties count, so `__proto__` and `constructor` are names like any other.
 */
export class JsonReader {
  readonly value: unknown;
  readonly path: string;
  readonly #missing: MissingFields;

  constructor(value: unknown, path: string, missing: MissingFields) {
    this.value = value;
    this.path = path;
    this.#missing = missing;
  }

  /** Whether there is a value (null is none). */
  get present(): boolean {
    return this.value !== undefined && this.value !== null;
  }

  get isObject(): boolean {
    return typeof this.value === "object" && this.value !== null && !Array.isArray(this.value);
  }

  at(key: string): JsonReader {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `isObject`, or a comparison before it, has checked this
    const value = this.isObject && Object.hasOwn(this.value as object, key) ? (this.value as Record<string, unknown>)[key] : undefined;
    return new JsonReader(value, this.path === "" ? key : `${this.path}.${key}`, this.#missing);
  }

  /** The first of these keys that has a value; if none has, the first key. */
  any(...keys: [string, ...string[]]): JsonReader {
    return keys.map((key) => this.at(key)).find((reader) => reader.present) ?? this.at(keys[0]);
  }

  /** Returns this reader; records its path as missing if it has no value. */
  need(): this {
    if (!this.present) this.lost();
    return this;
  }

  /** Records this path as missing. */
  lost(): void {
    this.#missing.add(this.path);
  }

  /** An array, or what PHP makes of one with gaps: an object with numbers as keys. */
  get isList(): boolean {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `isObject`, or a comparison before it, has checked this
    return Array.isArray(this.value) || (this.isObject && Object.keys(this.value as object).every((key) => /^\d{1,6}$/.test(key)));
  }

  /** The readers of a list's entries; [] for anything else. */
  items(): JsonReader[] {
    if (!this.isList) return [];
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `isObject`, or a comparison before it, has checked this
    return Object.values(this.value as object).map((item: unknown, index) => new JsonReader(item, `${this.path}[${index}]`, this.#missing));
  }

  /** A string, or a number as text; '' for anything else. */
  text(): string {
    if (typeof this.value === "string") return this.value;
    return typeof this.value === "number" && Number.isFinite(this.value) ? String(this.value) : "";
  }

  /** A yes or no, also as 1/0 and "true"/"false"; null for anything else. */
  flag(): boolean | null {
    if (this.value === true || this.value === 1 || this.value === "true" || this.value === "1") return true;
    if (this.value === false || this.value === 0 || this.value === "false" || this.value === "0") return false;
    return null;
  }
}

/** Parses JSON; undefined if it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
