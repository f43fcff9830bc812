import type { RefusalName } from "#src/kit/api/codes.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { RowProblem, SheetRow } from "./import-kind.ts";

/** Reads one row's cells, and collects their problems and warnings. */
export class ImportRowReader {
  readonly problems: RowProblem[] = [];
  readonly warnings: RowProblem[] = [];
  readonly #row: SheetRow;

  constructor(row: SheetRow) {
    this.#row = row;
  }

  /** Returns a cell's text; empty if there is none. */
  getText(field: string): string {
    return this.#row.values[field] ?? "";
  }

  addProblem(field: string | null, code: RefusalName): void {
    this.problems.push({ number: this.#row.number, field, code });
  }

  addWarning(field: string | null, code: RefusalName): void {
    this.warnings.push({ number: this.#row.number, field, code });
  }

  /** Returns a cell's value; null if it is empty, or invalid, which is a problem. */
  read<T>(field: string, parse: (text: string) => Result<T, RefusalName>): T | null {
    const text = this.getText(field);
    if (text === "") return null;
    const value = parse(text);
    if (value.ok) return value.value;
    this.addProblem(field, value.problem);
    return null;
  }
}
