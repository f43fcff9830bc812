import type { RefusalName } from "#src/kit/api/codes.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { getBarcodeRefusal } from "./warehouses.rules.ts";

/** The most totes created at once, and the most digits of their numbers. */
export const mostTotes = 500;
export const mostToteDigits = 6;

/** Numbered totes: `TOTE-001` to `TOTE-050`. */
export interface ToteSeries {
  readonly prefix: string;
  readonly first_number: number;
  readonly count: number;
  /** digits that numbers are zero-padded to */
  readonly digits: number;
}

/** Lists the barcodes of a series, in capital letters like those of locations. */
export function listToteCodes({ prefix, first_number, count, digits }: ToteSeries): Result<string[], RefusalName> {
  const name = prefix.trim().toUpperCase();
  const codes = Array.from({ length: count }, (_, at) => `${name}${String(first_number + at).padStart(digits, "0")}`);
  const refusal = codes.map(getBarcodeRefusal).find((one) => one !== null);
  return refusal === undefined ? ok(codes) : refuse(refusal);
}
