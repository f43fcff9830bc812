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
  /** the call's "not found" if foreign rows are named by a word instead of an id: a SKU, a barcode */
  readonly foreignIs?: RefusalName;
}
