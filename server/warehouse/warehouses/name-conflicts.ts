import { refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { getViolatedUnique } from "#server/platform/db/violations.ts";

/** The refusal of each unique key of the definition. */
const refusals = {
  warehouse_name_key: "warehouses.nameTaken",
  warehouse_code_key: "warehouses.codeTaken",
  partition_code_key: "warehouses.partitionCodeTaken",
  shelf_code_key: "warehouses.shelfCodeTaken",
  location_barcode_key: "warehouses.barcodeTaken",
} as const;
type NameConflict = (typeof refusals)[keyof typeof refusals];

function isKnown(name: string | null): name is keyof typeof refusals {
  return name !== null && Object.hasOwn(refusals, name);
}

/**
 * Runs work that needs free names, and returns a refusal if one is taken. The database decides, so that of two calls at once only one succeeds.
 * @throws any other error of the work
 */
export async function refuseTakenNames<T, P>(work: () => Promise<Result<T, P>>): Promise<Result<T, P | NameConflict>> {
  try {
    return await work();
  } catch (error) {
    const violated = getViolatedUnique(error);
    if (isKnown(violated)) return refuse(refusals[violated]);
    throw error;
  }
}
