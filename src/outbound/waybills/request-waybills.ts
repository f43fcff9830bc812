import type { Client } from "#src/kit/api/client.ts";
import type { BatchResult } from "#src/kit/ui/list/list-definition.ts";
import { requestWaybills } from "./waybills.contract.ts";
import { mostWaybills } from "./waybills.rules.ts";

/** A parcel that a waybill is requested for. */
export interface WithoutWaybill {
  readonly parcel_uuid: string;
  readonly parcel_number: string;
}

/** Requests waybills for parcels, each once. @returns what was done, with the refused parcels by their numbers */
export async function requestFor(client: Client, parcels: readonly WithoutWaybill[]): Promise<BatchResult> {
  const numbers = new Map(parcels.map(({ parcel_uuid, parcel_number }) => [parcel_uuid, parcel_number]));
  const uuids = [...numbers.keys()];
  const failed: BatchResult["failed"][number][] = [];
  let done = 0;
  for (let from = 0; from < uuids.length; from += mostWaybills) {
    const part = await client.call(requestWaybills, { parcel_uuids: uuids.slice(from, from + mostWaybills) });
    done += part.done;
    failed.push(...part.failed.map(({ order_id, message }) => ({ id: order_id, label: numbers.get(order_id) ?? "", message })));
  }
  return { done, failed };
}
