import type { RefusalName } from "#src/kit/api/codes.ts";
import type { OutputOf, ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { createTotes } from "#src/warehouse/warehouses/totes.contract.ts";
import { listToteCodes } from "#src/warehouse/warehouses/totes.rules.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { insertLocations } from "./definition-rows.ts";
import { refuseTakenNames } from "./name-conflicts.ts";
import { openWarehouse } from "./partitions-and-shelves.commands.ts";
import { publishWarehouse } from "./warehouses.commands.ts";

/** Creates numbered totes; nothing if a barcode is taken. They have no place in the walking order: a picker carries them. */
export async function makeTotes(
  tx: Tx,
  providerUuid: string,
  wish: ParsedInputOf<typeof createTotes>,
): Promise<Result<OutputOf<typeof createTotes>, RefusalName>> {
  const warehouse = await openWarehouse(tx, providerUuid, wish.warehouse_uuid);
  if (!warehouse.ok) return warehouse;
  const codes = listToteCodes(wish);
  if (!codes.ok) return codes;
  const place = { pick_sequence: 0, put_sequence: 0, level: 0, x_mm: 0, y_mm: 0 };
  const unlimited = { capacity_ml: null, capacity_grams: null };
  const totes = codes.value.map((barcode) => ({ shelf_uuid: null, barcode, type: "tote", ...place, ...unlimited }));
  return refuseTakenNames(async () => {
    await insertLocations(tx, { providerUuid, warehouseUuid: wish.warehouse_uuid }, totes);
    await publishWarehouse(tx, providerUuid, wish.warehouse_uuid);
    return ok({ location_count: totes.length, first: codes.value[0] ?? "", last: codes.value.at(-1) ?? "" });
  });
}
