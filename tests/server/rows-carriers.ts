import { newId } from "#server/platform/runtime/clock.ts";
import { actingFor } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { markerOf } from "./rows.ts";
import { addWarehousesRows } from "./rows-warehouses.ts";
import type { Person } from "./world.ts";

/** The carrier account and the channel of a person's logistics calls. */
export interface CarrierRows {
  /** used by the channel */
  readonly accountUuid: string;
  /** used by no channel */
  readonly idleAccountUuid: string;
  /** with two zones of one price each in USD, and a cut-off */
  readonly channelUuid: string;
  readonly channelName: string;
  readonly warehouseUuid: string;
}

/**
 * Creates carrier accounts and a channel of a person's provider. The marker is only in fields for staff, because a retailer may know a channel.
 * @param tx acts for the person, also afterwards
 */
export async function addCarrierRows(tx: Tx, person: Person): Promise<CarrierRows> {
  const { warehouseUuid } = await addWarehousesRows(tx, person);
  const { providerUuid, retailerUuid, userUuid, role } = person;
  return actingFor(tx, { kind: "provider", providerUuid }, { kind: role, providerUuid, retailerUuid, userUuid }, () =>
    insertAll(tx, person, warehouseUuid),
  );
}

async function insertAll(tx: Tx, person: Person, warehouseUuid: string): Promise<CarrierRows> {
  const provider_uuid = person.providerUuid ?? "";
  const marker = person.retailerUuid === null ? markerOf(person) : "nothing secret";
  const [accountUuid, idleAccountUuid, channelUuid] = [newId(), newId(), newId()];
  const account = { provider_uuid, api_name: "4px", client_id: marker, account: marker, sealed_api_token: marker, api_token_end: "" };
  await tx
    .insertInto("carrier_account")
    .values([
      { ...account, carrier_account_uuid: accountUuid, label: `${marker} ${accountUuid}` },
      { ...account, carrier_account_uuid: idleAccountUuid, label: `${marker} ${idleAccountUuid}` },
    ])
    .execute();
  await tx
    .insertInto("carrier_error")
    .values({
      provider_uuid,
      carrier_error_uuid: newId(),
      carrier_account_uuid: accountUuid,
      at: new Date(),
      operation: "createWaybill",
      kind: "refused",
      text: marker,
    })
    .execute();
  const channelName = `Line ${channelUuid}`;
  const channel = { provider_uuid, channel_uuid: channelUuid };
  await tx
    .insertInto("channel")
    .values({ ...channel, carrier_account_uuid: accountUuid, name: channelName, code: "P1", internal_id: marker, currency: "USD" })
    .execute();
  await tx
    .insertInto("channel_zone")
    .values([
      { ...channel, zone_number: 1, name: "North America", countries: ["CA", "US"] },
      { ...channel, zone_number: 2, name: "Rest" },
    ])
    .execute();
  await tx
    .insertInto("channel_price")
    .values([1, 2].map((zone_number) => ({ ...channel, zone_number, up_to_grams: 2000, base_micros: 5_000_000 * zone_number })))
    .execute();
  await tx
    .insertInto("channel_cut_off")
    .values({ ...channel, warehouse_uuid: warehouseUuid, cut_off: "16:00" })
    .execute();
  return { accountUuid, idleAccountUuid, channelUuid, channelName, warehouseUuid };
}
