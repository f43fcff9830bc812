import type { RefusalName } from "#src/kit/api/codes.ts";

/** Why a workbook is refused as a whole, and where to look; see `imports.contract.ts`. What does not concern a refusal is empty. */
export interface WorkbookFault {
  readonly code: Extract<RefusalName, `imports.${string}`>;
  readonly sheet: string;
  readonly place: string;
  readonly missing: readonly string[];
  readonly unknown: readonly string[];
}

/** Thrown wherever a workbook turns out to be none that is taken: whoever began the reading makes a value of it. */
export class WorkbookRefusal extends Error {
  readonly fault: WorkbookFault;

  constructor(code: WorkbookFault["code"], where: Partial<Omit<WorkbookFault, "code">> = {}) {
    super(code);
    this.name = "WorkbookRefusal";
    this.fault = { sheet: "", place: "", missing: [], unknown: [], ...where, code };
  }
}
