import { waybillsChanged } from "#src/outbound/waybills/waybills.contract.ts";
import { platform } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { JobQueue } from "#server/platform/jobs/job-queue.ts";
import { publishEvent } from "#server/platform/realtime/events.ts";
import { askCarrierJob } from "./waybills.job-kinds.ts";

/** The fields of a changed waybill that its event has. */
export interface ChangedWaybill {
  readonly waybill_uuid: string;
  readonly warehouse_uuid: string;
  /** the owner of its order, who hears of the change too; null if it concerns staff alone */
  readonly owner_uuid: string | null;
  readonly carrier_account_uuid: string | null;
}

/** Publishes that waybills changed: one event for each warehouse and owner. */
export async function publishWaybills(
  tx: Tx,
  providerUuid: string,
  changed: readonly Pick<ChangedWaybill, "waybill_uuid" | "warehouse_uuid" | "owner_uuid">[],
  isPrintable = false,
): Promise<void> {
  const groups = Map.groupBy(changed, ({ warehouse_uuid, owner_uuid }) => `${warehouse_uuid} ${owner_uuid ?? ""}`);
  for (const same of groups.values()) {
    const [first] = same;
    if (first === undefined) continue;
    const retailerUuid = first.owner_uuid === providerUuid ? null : first.owner_uuid;
    await publishEvent(
      tx,
      waybillsChanged,
      { providerUuid, retailerUuid, warehouseUuid: first.warehouse_uuid },
      { waybill_uuid: same.length === 1 ? first.waybill_uuid : null, is_printable: isPrintable },
    );
  }
}

/** Enqueues the job that asks the carriers of some waybills, once for each account. */
export async function enqueueAsking(
  tx: Tx,
  jobs: JobQueue,
  providerUuid: string,
  waybills: readonly Pick<ChangedWaybill, "carrier_account_uuid">[],
  startAfter?: Date,
): Promise<void> {
  const accounts = new Set(waybills.flatMap(({ carrier_account_uuid }) => carrier_account_uuid ?? []));
  for (const accountUuid of [...accounts].toSorted())
    await jobs.enqueue(
      tx,
      askCarrierJob,
      platform,
      { provider_uuid: providerUuid, carrier_account_uuid: accountUuid },
      { singletonKey: accountUuid, ...(startAfter === undefined ? {} : { startAfter }) },
    );
}
