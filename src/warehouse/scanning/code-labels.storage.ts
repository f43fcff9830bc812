import { codeLabelSizes } from "#src/warehouse/printing/label-templates.rules.ts";
import type { CodeLabelSize } from "#src/warehouse/printing/label-templates.rules.ts";

const key = "scanning.codeLabels";

/** The size of the labels that this device prints at review and packing; "none" if it prints none. */
export type CodeLabelChoice = CodeLabelSize | "none";
export const codeLabelChoices = [...codeLabelSizes, "none"] as const;

/** The same choice for a page that has no storage. */
let withoutStorage: CodeLabelChoice | null = null;

/** Reads what this device prints. Until somebody decides, it prints the usual size: a parcel without a code cannot be scanned. */
export function readCodeLabels(): CodeLabelChoice {
  try {
    const kept = localStorage.getItem(key);
    return withoutStorage ?? codeLabelChoices.find((one) => one === kept) ?? codeLabelSizes[0];
  } catch {
    return withoutStorage ?? codeLabelSizes[0];
  }
}

/** Stores what this device prints. If storage is unavailable, it lasts until the page is closed. */
export function keepCodeLabels(choice: CodeLabelChoice): void {
  withoutStorage = null;
  try {
    localStorage.setItem(key, choice);
  } catch {
    // Storage is full or unavailable.
    withoutStorage = choice;
  }
}
