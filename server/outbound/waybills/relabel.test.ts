import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { afterEach, describe, expect, test } from "vitest";
import { setChannelsEnabled } from "#src/carriers/channels/channels.contract.ts";
import { listWaybills, relabelWaybills } from "#src/outbound/waybills/waybills.contract.ts";
import type { WaybillRow } from "#src/outbound/waybills/waybills.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { makeChannel, makeWeighedParcels } from "#tests/server/parcel-scene.ts";
import { code, useWaybillScene } from "#tests/server/waybill-scene.ts";

const set = useWaybillScene();
const { ask, runJob } = set;
afterEach(() => set.scene.expectSound());

const listOfParcel = async (parcelNumber: string): Promise<WaybillRow[]> => (await ask(listWaybills, { number: parcelNumber })).data.result;
async function findWaybill(parcelNumber: string): Promise<WaybillRow> {
  const [first] = await listOfParcel(parcelNumber);
  if (first === undefined) throw new Error("no waybill");
  return first;
}
/** A weighed parcel whose waybill is requested. */
async function weighOne() {
  const [parcel] = await makeWeighedParcels(set.scene, set.on, 1, set.channel.channelUuid);
  if (parcel === undefined) throw new Error("no parcel");
  return parcel;
}

test("a parcel that is sent by another channel has its old waybill voided before the new one is requested", async () => {
  const other = await makeChannel(set.scene, set.sandbox.credentials("yanwen"), { apiName: "yanwen", code: "YW", internal_id: "481" });
  const { parcelNumber } = await weighOne();
  await runJob();
  const old = await findWaybill(parcelNumber);
  const relabel = (channel_uuid: string) => ask(relabelWaybills, { waybill_uuids: [old.waybill_uuid], channel_uuid });
  expect((await relabel(set.channel.channelUuid)).data.failed.map((row) => row.code)).toEqual([code("waybills.sameChannel")]);
  expect((await relabel(newId())).code).toBe(code("notFound"));
  expect((await relabel(other.channelUuid)).data.done).toBe(1);
  expect((await listOfParcel(parcelNumber)).map(({ status }) => status)).toEqual(["void_requested"]);
  await runJob();
  expect((await listOfParcel(parcelNumber)).map(({ status }) => status)).toEqual(["requested", "voided"]);
  await runJob(other);
  expect(await findWaybill(parcelNumber)).toMatchObject({ status: "issued", channel_uuid: other.channelUuid });
});

describe("a parcel is not sent by a channel", () => {
  const unfit = "orders.channelUnfit";
  const cases: readonly [string, Parameters<typeof code>[0], (channelUuid: string, orderUuid: string) => RawBuilder<unknown>][] = [
    ["that excludes its country", unfit, (of) => sql`update channel set exclude_countries = '{US}' where channel_uuid = ${of}`],
    ["that it is too heavy for", unfit, (of) => sql`update channel set max_grams = 609 where channel_uuid = ${of}`],
    [
      "whose carrier cannot collect what is paid on delivery",
      "orders.cannotCollect",
      (_of, order) => sql`update sales_order set cod_type = 'cash', cod_cents = 4990, cod_currency = 'USD' where order_uuid = ${order}`,
    ],
  ];
  test.each(cases)("%s, and its waybill is left as it is", async (_what, refusal, alter) => {
    const other = await makeChannel(set.scene, set.sandbox.credentials("yanwen"), { apiName: "yanwen", code: "YW", internal_id: "481" });
    const { parcelNumber, orderUuid } = await weighOne();
    await runJob();
    const { waybill_uuid } = await findWaybill(parcelNumber);
    await set.scene.server.services.database.transaction(set.scene.staff(), (tx) => alter(other.channelUuid, orderUuid).execute(tx));
    const { data } = await ask(relabelWaybills, { waybill_uuids: [waybill_uuid], channel_uuid: other.channelUuid });
    expect(data).toMatchObject({ done: 0, failed: [{ order_id: waybill_uuid, code: code(refusal) }] });
    expect(await listOfParcel(parcelNumber)).toMatchObject([{ waybill_uuid, status: "issued" }]);
  });

  test("that is disabled: the whole call is refused", async () => {
    const { parcelNumber } = await weighOne();
    const { waybill_uuid } = await findWaybill(parcelNumber);
    const { channelUuid: channel_uuid } = await makeChannel(set.scene);
    await ask(setChannelsEnabled, { channel_uuids: [channel_uuid], is_enabled: false });
    expect((await ask(relabelWaybills, { waybill_uuids: [waybill_uuid], channel_uuid })).code).toBe(code("waybills.channelUnfit"));
  });
});
