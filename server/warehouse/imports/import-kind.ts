import type { Permission, Role } from "#src/kit/api/roles-and-permissions.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { Template } from "#src/kit/files/templates.contract.ts";
import type { ImportDraft, ImportFigures, ImportKindName } from "#src/warehouse/imports/imports.contract.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { RequestContext } from "#server/platform/http/context.ts";

/** A row of the sheet, as it was read. */
export interface SheetRow {
  /** its number in the sheet, as people see it: the header of a plain sheet is row 1, the first row of data 2 */
  readonly number: number;
  /**
   * what its cells hold, by the field of the template: every field is there, "" where the cell is empty. Text is trimmed; a number is written out
   * (`6901234567890`, `8.5`); a date is `YYYY-MM-DD`, `YYYY-MM-DDThh:mm:ss` where it has a time of day. `import-cell-validation.ts` reads them further.
   */
  readonly values: Readonly<Record<string, string>>;
}

/** What is wrong with a row: one of the words of the code table, which tells the person what to do. */
export interface RowProblem {
  readonly number: number;
  /** the field of the template; null where it is the row as a whole */
  readonly field: string | null;
  readonly code: RefusalName;
}

/** A row that may be posted. `row` is the kind's own: JSON alone (no dates, no bigints), for it waits in the database between check and post. */
export interface PreparedRow<P> {
  readonly number: number;
  readonly row: P;
}

/** Who imports what: the request it came with, and whose goods they are. */
export interface ImportScope extends RequestContext {
  readonly importUuid: string;
  readonly userUuid: string;
  readonly providerUuid: string;
  /** the retailer who imports; null for the supplier's staff */
  readonly retailerUuid: string | null;
}

/** What a check comes to. A row with a problem is not prepared; a row may have several problems. */
export interface Checked<P> {
  readonly problems: readonly RowProblem[];
  /** what is allowed and perhaps not meant: such a row is posted */
  readonly warnings?: readonly RowProblem[];
  readonly prepared: readonly PreparedRow<P>[];
}

/** What a posted import came to: figures, and the drafts it made, of which the first are named. */
export type ImportOutcome = ImportFigures & { readonly drafts?: readonly ImportDraft[] };

/**
 * What can be imported: the mechanism reads the workbook, has its rows checked, shows them and posts them; the kind knows what they mean.
 * It is a value in `<slice>/<name>.import.ts`, made by `importKind`, and stands in the list of `kinds.ts`.
 */
interface ImportDefinition<P> {
  readonly name: ImportKindName;
  readonly template: Template;
  /** who may import it */
  readonly roles: readonly Role[];
  /** what an operator must be permitted */
  readonly permission: Permission;
  /**
   * a field whose rows stand and fall together (`receipt_number`): where one of them has a problem, none of them is posted. Cells are compared
   * without regard to case. Null: each row stands by itself.
   */
  readonly together: string | null;
  /**
   * Looks at all rows at once, up to 100,000 of them: set-based SQL, never a query a row. Nothing is written. Rows that lack a required cell are
   * told by the mechanism and do not come here.
   * @param tx acts for who imports
   */
  check(tx: Tx, scope: ImportScope, rows: readonly SheetRow[]): Promise<Checked<P>>;
  /**
   * Posts the rows in the transaction that makes the import POSTED: all of it, or a refusal, which takes all of it back. What was true at the
   * check need not be any more; the database's constraints decide. Writes the audit rows of what it makes.
   * @returns figures for the person; a further name wants a text in src/warehouse/imports, too
   */
  post(tx: Tx, scope: ImportScope, prepared: readonly PreparedRow<P>[]): Promise<Result<ImportOutcome, RefusalName>>;
}

/** A kind in the list: its rows are its own business, and the mechanism hands back to `post` what `check` prepared. */
export type ImportKind = ImportDefinition<unknown>;

/** Makes a kind for the list. Types are checked here, and forgotten. */
export function importKind<P>(definition: ImportDefinition<P>): ImportKind {
  return {
    ...definition,
    // The rows come from `import_row`, where the mechanism put what `check` gave: nobody else writes there.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rows were prepared by the same definition
    post: (tx, scope, prepared) => definition.post(tx, scope, prepared as readonly PreparedRow<P>[]),
  };
}
