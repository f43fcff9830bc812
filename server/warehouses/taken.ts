import { refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import { violatedUnique } from "#server/db/violations.ts";

/** What each unique key of the definition is refused with. */
const refusals = {
  warehouse_name_key: "warehouses.nameTaken",
  warehouse_code_key: "warehouses.codeTaken",
  partition_code_key: "warehouses.partitionCodeTaken",
  shelf_code_key: "warehouses.shelfCodeTaken",
  location_barcode_key: "warehouses.barcodeTaken",
} as const;
type Taken = (typeof refusals)[keyof typeof refusals];

function isKnown(name: string | null): name is keyof typeof refusals {
  return name !== null && Object.hasOwn(refusals, name);
}

/**
 * Does work whose names must be free, and gives a refusal where one is taken: the database decides, so that two who are quick at once cannot both win.
 * @throws what else the work throws
 */
export async function unlessTaken<T, P>(work: () => Promise<Result<T, P>>): Promise<Result<T, P | Taken>> {
  try {
    return await work();
  } catch (error) {
    const violated = violatedUnique(error);
    if (isKnown(violated)) return refuse(refusals[violated]);
    throw error;
  }
}
