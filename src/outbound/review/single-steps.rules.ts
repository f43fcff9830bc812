import type { InputOf } from "#src/kit/api/define-call.ts";
import type { Scan } from "#src/kit/ui/scan/scan.rules.ts";
import { getLookupCode } from "#src/warehouse/scanning/scan-session.rules.ts";
import type { reviewSinglePiece } from "./review.contract.ts";
import type { Reviewing } from "./review.store.ts";

/**
 * Returns the warehouse that single pieces are reviewed in: the stored one, or the only one; empty if somebody has to choose. Without network, the stored one
 * applies.
 * @param open uuids of the warehouses that the person may work in; undefined until they are known
 */
export function findWarehouse(stored: string, open: readonly string[] | undefined): string {
  if (open === undefined || open.includes(stored)) return stored;
  const [only, more] = open;
  return more === undefined ? (only ?? "") : "";
}

/** Returns what a scan of a single piece sends: an order of another warehouse, or of another lot, is not the piece's. */
export function toSingleInput(
  scan: Scan,
  { warehouse, location }: Pick<Reviewing, "warehouse" | "location">,
): InputOf<typeof reviewSinglePiece> {
  return {
    code: getLookupCode(scan).trim(),
    warehouse_uuid: warehouse,
    ...(scan.lot === undefined ? {} : { lot: scan.lot }),
    ...(location === "" ? {} : { location }),
  };
}
