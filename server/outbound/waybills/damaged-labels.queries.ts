import { sql } from "kysely";
import type { OrderScope } from "../orders/order-scope.ts";
import type { MergedLabel } from "./merge-labels.ts";

/** Labels that are in memory at once. */
const portion = 50;

/** Finds the labels of carriers that cannot be printed, because they are damaged or encrypted. @returns the uuids of their waybills */
export async function findDamaged(
  { tx, providerUuid }: Pick<OrderScope, "tx" | "providerUuid">,
  uuids: readonly string[],
): Promise<Set<string>> {
  const damaged = new Set<string>();
  for (let from = 0; from < uuids.length; from += portion) {
    const { rows } = await sql<MergedLabel & { waybill_uuid: string }>`
      select waybill_uuid, bytes, type from waybill_label where provider_uuid = ${providerUuid} and drawn_as = '' and type <> 'text/zpl'
        and waybill_uuid = any (${uuids.slice(from, from + portion)}::uuid[])`.execute(tx);
    if (rows.length === 0) continue;
    // The library is loaded with the first label.
    const { findLabelProblems } = await import("./merge-labels.ts");
    for (const { index } of await findLabelProblems(rows)) damaged.add(rows[index]?.waybill_uuid ?? "");
  }
  return damaged;
}
