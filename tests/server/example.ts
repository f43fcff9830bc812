import type { RefusalName } from "#src/api/codes.ts";
import type { TestApp } from "./app.ts";
import type { OwnRows } from "./rows.ts";
import type { Person, World } from "./world.ts";

/** What a call is tried with: whose rows it is about. */
export interface Aim {
  test: TestApp;
  world: World;
  /** whose rows the input names */
  owner: Person;
  rows: OwnRows;
  /** rows of somebody else, for the batches with one foreign id */
  foreign: { person: Person; rows: OwnRows };
}

export interface Example {
  /** an input that is right for the owner of the rows */
  own(aim: Aim): Promise<unknown>;
  /** the same with one id that is another's: nothing of it may be done */
  withForeign?(aim: Aim): Promise<unknown>;
  /** how the call says "not found" where what is another's is named by a word and not by an id: a SKU, a barcode */
  readonly foreignIs?: RefusalName;
}
