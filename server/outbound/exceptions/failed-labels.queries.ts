import { sql } from "kysely";
import type { OrderScope } from "../orders/order-scope.ts";

/**
 * Lists those of some orders that a label is still wrong of: a waybill failed, has no label although nothing is tried again, or is not void because its
 * carrier refused that. What has left needs none.
 */
export async function listWithFailedLabel(
  { tx, providerUuid }: Pick<OrderScope, "tx" | "providerUuid">,
  orderUuids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ order_uuid: string }>`
    select distinct w.order_uuid from waybill w
    where w.provider_uuid = ${providerUuid} and w.order_uuid = any (${[...orderUuids]}::uuid[]) and w.handed_over_at is null
      and ((w.status = 'failed' and w.void_reason = '')
        or (w.status = 'issued' and (w.void_reason <> '' or (w.label_type = '' and w.problem_kind <> '' and w.next_try_at is null))))`.execute(
    tx,
  );
  return new Set(rows.map(({ order_uuid }) => order_uuid));
}
