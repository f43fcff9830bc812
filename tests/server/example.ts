import type { RefusalName } from "#src/kit/api/codes.ts";
import type { TestApp } from "./app.ts";
import type { OwnRows } from "./rows.ts";
import type { Person, World } from "./world.ts";

/** What a call is tried with. */
export interface Aim {
  test: TestApp;
  world: World;
  /** the owner of the rows in the input */
  owner: Person;
  rows: OwnRows;
  /** somebody else's rows, for batches with one foreign id */
  foreign: { person: Person; rows: OwnRows };
}

export interface Example {
  /** a valid input for the owner of the rows */
  own(aim: Aim): Promise<unknown>;
  /** the same with one foreign id: nothing of it may be done */
  withForeign?(aim: Aim): Promise<unknown>;
  /**
   * the call's "not found" if foreign rows are named by a word instead of an id: a SKU, a barcode;
   * "nothing" for a call that looks something up and answers that it found nothing
   */
  readonly foreignIs?: RefusalName | "nothing";
}

/** Marks the example of a call that looks something up: a foreign row is found as little as none. */
export function findsNothing(example: Example): Example {
  return { ...example, foreignIs: "nothing" };
}

/** Whether an answer says that nothing was found: its kind is "unknown", or it has arrays and all are empty. */
export function hasFoundNothing(data: unknown): boolean {
  if (typeof data !== "object" || data === null) return false;
  if ("kind" in data) return data.kind === "unknown";
  const arrays = Object.values(data).filter((value) => Array.isArray(value));
  return arrays.length > 0 && arrays.every((rows) => rows.length === 0);
}
