import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { openBag, putIntoBag, takeOutOfBag } from "#src/outbound/bagging/bagging.contract.ts";
import { listExceptions, resolveException } from "#src/outbound/exceptions/exceptions.contract.ts";
import { changeChannel } from "#src/outbound/orders/order-batches.contract.ts";
import {
  listParcelsWithout,
  listWaybills,
  listWaybillsOfOrder,
  printWaybills,
  relabelWaybills,
  requestWaybills,
  retryWaybills,
  voidWaybills,
} from "#src/outbound/waybills/waybills.contract.ts";
import type { WaybillRow } from "#src/outbound/waybills/waybills.contract.ts";
import { reopenPacking } from "#src/outbound/packing/packing.contract.ts";
import { getSystemScope } from "#server/outbound/orders/order-scope.ts";
import { findNextDue, putOffUnopened } from "#server/outbound/waybills/due.commands.ts";
import { request } from "#tests/server/client.ts";
import { makeChannel, makeParcels, makeWeighedParcels, weigh } from "#tests/server/parcel-scene.ts";
import type { ChannelOf } from "#tests/server/parcel-scene.ts";
import { code, useWaybillScene } from "#tests/server/waybill-scene.ts";

const set = useWaybillScene();
const { ask, runJob } = set;
afterEach(() => set.scene.expectSound());

async function listCases(orderUuid: string) {
  const { data } = await ask(listExceptions, { page_size: 200 });
  return data.result.filter(({ order_uuid }) => order_uuid === orderUuid);
}

/** A parcel whose carrier refused its waybill. */
async function fail(): Promise<{ orderUuid: string; parcelNumber: string; waybill: WaybillRow; wrong: ChannelOf }> {
  const wrong = await makeChannel(set.scene, set.sandbox.credentials("4px"), { code: "NO-SUCH" });
  const [parcel] = await makeWeighedParcels(set.scene, set.on, 1, wrong.channelUuid);
  await runJob(wrong);
  const [waybill] = (await ask(listWaybills, { number: parcel?.parcelNumber ?? "" })).data.result;
  if (waybill === undefined) throw new Error("no waybill");
  expect(waybill.status).toBe("failed");
  return { orderUuid: parcel?.orderUuid ?? "", parcelNumber: waybill.parcel_number, waybill, wrong };
}

test("a waybill that a carrier refuses is an exception of its order, which its second failure is added to, and which ends with it", async () => {
  const { orderUuid, parcelNumber, waybill, wrong } = await fail();
  const [opened] = await listCases(orderUuid);
  expect(opened).toMatchObject({ type: "channel_refused", status: "open" });
  expect(opened?.reason).toContain(parcelNumber);
  await ask(retryWaybills, { waybill_uuids: [waybill.waybill_uuid] });
  await runJob(wrong);
  expect(await listCases(orderUuid)).toMatchObject([{ exception_uuid: opened?.exception_uuid, status: "open" }]);
  await ask(voidWaybills, { waybill_uuids: [waybill.waybill_uuid], reason: "not today" });
  expect(await listCases(orderUuid)).toMatchObject([{ status: "resolved", resolution: "other" }]);
});

test("the exception of a refused channel ends when its parcel gets a waybill of another", async () => {
  const { orderUuid, waybill } = await fail();
  const channel = await makeChannel(set.scene, set.sandbox.credentials("4px"));
  await ask(relabelWaybills, { waybill_uuids: [waybill.waybill_uuid], channel_uuid: channel.channelUuid });
  await runJob(channel);
  expect(await listCases(orderUuid)).toMatchObject([{ type: "channel_refused", status: "resolved", resolution: "relabelled" }]);
});

test("a weighed order whose channel is changed gets its waybill from the new channel, and its exception ends", async () => {
  const { orderUuid, parcelNumber } = await fail();
  const channel = await makeChannel(set.scene, set.sandbox.credentials("4px"));
  expect((await ask(changeChannel, { order_ids: [orderUuid], channel_id: channel.channelUuid })).data.failed).toEqual([]);
  await runJob(channel);
  const waybills = (await ask(listWaybills, { number: parcelNumber })).data.result;
  expect(waybills).toMatchObject([
    { status: "issued", channel_uuid: channel.channelUuid },
    { status: "voided", void_reason: "relabel" },
  ]);
  expect(await listCases(orderUuid)).toMatchObject([{ status: "resolved", resolution: "relabelled" }]);
});

test("nothing changes about the waybill and the channel of a parcel in a bag: the refusal names the bag", async () => {
  const [channel, other] = [
    await makeChannel(set.scene, set.sandbox.credentials("4px")),
    await makeChannel(set.scene, set.sandbox.credentials("4px")),
  ];
  const [parcel] = await makeWeighedParcels(set.scene, set.on, 1, channel.channelUuid);
  await runJob(channel);
  const [waybill] = (await ask(listWaybills, { channel_uuid: channel.channelUuid })).data.result;
  const bag = (await ask(openBag, { warehouse_uuid: set.on.warehouseUuid, channel_uuid: channel.channelUuid })).data;
  const put = await ask(putIntoBag, { bag_uuid: bag.bag_uuid, parcel_ids: [parcel?.parcelUuid ?? ""] });
  expect(put.data.failed).toEqual([]);
  const waybill_uuids = [waybill?.waybill_uuid ?? ""];
  const order_ids = [parcel?.orderUuid ?? ""];
  const changes = () => [
    () => ask(voidWaybills, { waybill_uuids, reason: "wrong" }),
    () => ask(relabelWaybills, { waybill_uuids, channel_uuid: other.channelUuid }),
    () => ask(changeChannel, { order_ids, channel_id: other.channelUuid }),
  ];
  for (const change of changes()) {
    const { data } = await change();
    expect(data).toMatchObject({ done: 0, failed: [{ code: code("waybills.bagged") }] });
    for (const message of Object.values(data.failed[0]?.message ?? {})) expect(message).toContain(bag.bag_number);
  }
  await ask(takeOutOfBag, { bag_uuid: bag.bag_uuid, parcel_uuid: parcel?.parcelUuid ?? "" });
  expect((await ask(voidWaybills, { waybill_uuids, reason: "wrong" })).data.done).toBe(1);
});

test("a refused void is not tried again for a parcel in a bag", async () => {
  const channel = await makeChannel(set.scene, set.sandbox.credentials("4px"));
  const [parcel] = await makeWeighedParcels(set.scene, set.on, 1, channel.channelUuid);
  await runJob(channel);
  const list = async () => (await ask(listWaybills, { tab: "failed", channel_uuid: channel.channelUuid })).data.result;
  const [issued] = (await ask(listWaybills, { channel_uuid: channel.channelUuid })).data.result;
  const waybill_uuids = [issued?.waybill_uuid ?? ""];
  await set.sandbox.control.manifest([issued?.waybill_number ?? ""]);
  await ask(voidWaybills, { waybill_uuids, reason: "wrong" });
  await runJob(channel);
  expect(await list()).toMatchObject([{ status: "issued", void_reason: "wrong", problem: { kind: "refused" } }]);
  const [opened] = await listCases(parcel?.orderUuid ?? "");
  const { exception_uuid = "", version = 0 } = opened ?? {};
  await ask(resolveException, { exception_uuid, version, resolution: "other" as const, message: "It goes as it is" });
  const bag = (await ask(openBag, { warehouse_uuid: set.on.warehouseUuid, channel_uuid: channel.channelUuid })).data;
  const put = await ask(putIntoBag, { bag_uuid: bag.bag_uuid, parcel_ids: [parcel?.parcelUuid ?? ""] });
  expect(put.data.failed).toEqual([]);
  const { data } = await ask(retryWaybills, { waybill_uuids });
  expect(data).toMatchObject({ done: 0, failed: [{ code: code("waybills.bagged") }] });
  expect(data.failed[0]?.message.en_us).toContain(bag.bag_number);
  await ask(takeOutOfBag, { bag_uuid: bag.bag_uuid, parcel_uuid: parcel?.parcelUuid ?? "" });
  expect((await ask(retryWaybills, { waybill_uuids })).data.done).toBe(1);
});

test("the label of an unpacked parcel is not printed if the carrier keeps its waybill, and the carrier's words stay", async () => {
  const channel = await makeChannel(set.scene, set.sandbox.credentials("4px"));
  const [parcel] = await makeWeighedParcels(set.scene, set.on, 1, channel.channelUuid);
  await runJob(channel);
  const list = async (tab: "all" | "to_print" | "failed") =>
    (await ask(listWaybills, { tab, channel_uuid: channel.channelUuid })).data.result;
  const [issued] = await list("to_print");
  await set.sandbox.control.manifest([issued?.waybill_number ?? ""]);
  await ask(reopenPacking, { order_uuid: parcel?.orderUuid ?? "" });
  await runJob(channel);
  expect(await list("all")).toMatchObject([{ status: "issued", is_parcel_voided: true, problem: { kind: "refused" } }]);
  const waybill_uuids = [issued?.waybill_uuid ?? ""];
  expect((await ask(printWaybills, { waybill_uuids })).code).toBe(code("waybills.parcelVoided"));
  expect(await listCases(parcel?.orderUuid ?? "")).toMatchObject([{ type: "label_failed", status: "open" }]);
  // Another try asks the carrier once more, which says no once more.
  expect((await ask(retryWaybills, { waybill_uuids })).data).toMatchObject({ done: 1, failed: [] });
  await runJob(channel);
  expect([await list("to_print"), await list("failed")].map(({ length }) => length)).toEqual([0, 1]);
});

test("a parcel is still to go by another channel after its carrier refused to void its waybill: that is an exception until it is done", async () => {
  const [channel, other] = [
    await makeChannel(set.scene, set.sandbox.credentials("4px")),
    await makeChannel(set.scene, set.sandbox.credentials("4px")),
  ];
  const [parcel] = await makeWeighedParcels(set.scene, set.on, 1, channel.channelUuid);
  const orderUuid = parcel?.orderUuid ?? "";
  await runJob(channel);
  const list = async () => (await ask(listWaybills, { number: parcel?.parcelNumber ?? "" })).data.result;
  const [issued] = await list();
  const waybill_uuids = [issued?.waybill_uuid ?? ""];
  await set.sandbox.control.manifest([issued?.waybill_number ?? ""]);
  await ask(relabelWaybills, { waybill_uuids, channel_uuid: other.channelUuid });
  await runJob(channel);
  const [kept] = await list();
  expect(kept).toMatchObject({ status: "issued", void_reason: "relabel", problem: { kind: "refused" } });
  expect(kept?.replace_channel_name).not.toBe("");
  const [opened] = await listCases(orderUuid);
  expect(opened).toMatchObject({ type: "label_failed", status: "open" });
  // Nobody can close it as relabelled while it is not.
  const relabelled = { exception_uuid: opened?.exception_uuid ?? "", version: opened?.version ?? 0, resolution: "relabelled" as const };
  expect((await ask(resolveException, relabelled)).code).toBe(code("exceptions.labelStillFailed"));
  await set.sandbox.control.move("created", [issued?.waybill_number ?? ""]);
  expect((await ask(retryWaybills, { waybill_uuids })).data.done).toBe(1);
  await runJob(channel);
  await runJob(other);
  expect(await list()).toMatchObject([
    { status: "issued", channel_uuid: other.channelUuid },
    { status: "voided", channel_uuid: channel.channelUuid },
  ]);
  expect(await listCases(orderUuid)).toMatchObject([{ status: "resolved", resolution: "relabelled" }]);
});

test("that a carrier refused a void is to be read also while its label is late, and after that came", async () => {
  const channel = await makeChannel(set.scene, set.sandbox.credentials("4px"));
  await makeWeighedParcels(set.scene, set.on, 1, channel.channelUuid);
  const list = async (tab: "all" | "failed") => (await ask(listWaybills, { tab, channel_uuid: channel.channelUuid })).data.result;
  const lateLabel = () => set.sandbox.control.fail({ times: 1, operation: "label", status: 500 });
  await lateLabel();
  await runJob(channel);
  const [issued] = await list("all");
  expect(issued).toMatchObject({ status: "issued", label_type: "" });
  const waybill_uuids = [issued?.waybill_uuid ?? ""];
  await set.sandbox.control.manifest([issued?.waybill_number ?? ""]);
  await ask(voidWaybills, { waybill_uuids, reason: "wrong" });
  await lateLabel();
  await runJob(channel);
  expect(await list("failed")).toMatchObject([{ status: "issued", label_type: "", problem: { kind: "refused" } }]);
  await runJob(channel);
  const [labelled] = await list("failed");
  expect(labelled?.label_type).not.toBe("");
  expect(labelled).toMatchObject({ void_reason: "wrong", problem: { kind: "refused" } });
  expect((await ask(retryWaybills, { waybill_uuids })).data.done).toBe(1);
});

test("an exception is not resolved as relabelled while a waybill of its order is failed", async () => {
  const { orderUuid, waybill } = await fail();
  const [opened] = await listCases(orderUuid);
  const resolve = { exception_uuid: opened?.exception_uuid ?? "", version: opened?.version ?? 0, resolution: "relabelled" as const };
  expect((await ask(resolveException, resolve)).code).toBe(code("exceptions.labelStillFailed"));
  expect(await listCases(orderUuid)).toMatchObject([{ status: "open" }]);
  expect((await ask(listWaybills, { number: waybill.parcel_number })).data.result).toMatchObject([{ status: "failed" }]);
  // A parcel that has left needs no label any more, whatever was wrong with it.
  await set.scene.server.services.database.transaction(set.scene.staff(), (tx) =>
    sql`update waybill set status = 'issued', waybill_number = reference, issued_at = now(), handed_over_at = now() where waybill_uuid = ${waybill.waybill_uuid}`.execute(
      tx,
    ),
  );
  expect((await ask(resolveException, resolve)).code).toBe(200);
});

test("a parcel whose waybill became void is listed for staff with its order, until another is requested", async () => {
  const { orderUuid: order_uuid, parcelNumber, waybill } = await fail();
  const { parcel_uuid, waybill_uuid } = waybill;
  const listWithout = async (by = set.scene.asProvider()) =>
    (await request(set.scene.server.app, listWaybillsOfOrder, { order_uuid }, by)).data.parcels_without;
  const listLive = async () =>
    (await ask(listWaybills, { number: parcelNumber })).data.result.map(({ has_live_waybill }) => has_live_waybill);
  expect(await listWithout()).toEqual([]);
  await ask(voidWaybills, { waybill_uuids: [waybill_uuid], reason: "not today" });
  expect(await listWithout()).toEqual([{ parcel_uuid, parcel_number: parcelNumber }]);
  expect(await listWithout(set.scene.asRetailer())).toEqual([]);
  expect(await listLive()).toEqual([false]);
  expect((await ask(requestWaybills, { parcel_uuids: [parcel_uuid] })).data.done).toBe(1);
  expect(await listWithout()).toEqual([]);
  expect(await listLive()).toEqual([true, true]);
});

test("weighed parcels without a waybill are a list of their own, which says why, until one is requested", async () => {
  const { parcelNumber, waybill } = await fail();
  const listWithout = async (number: string) => (await ask(listParcelsWithout, { number })).data.result;
  expect(await listWithout(parcelNumber)).toEqual([]);
  await ask(voidWaybills, { waybill_uuids: [waybill.waybill_uuid], reason: "not today" });
  const [voided] = await listWithout(parcelNumber);
  expect(voided).toMatchObject({ parcel_uuid: waybill.parcel_uuid, order_kind: "one_piece", void_reason: "not today" });
  expect(voided?.channel_uuid).not.toBeNull();
  const [closed] = await makeParcels(set.scene, set.on, { count: 1, channelUuid: waybill.channel_uuid, isWeighed: false });
  await set.scene.server.services.database.transaction(set.scene.staff(), (tx) =>
    sql`update sales_order set channel_uuid = null where order_uuid = ${closed?.orderUuid}`.execute(tx),
  );
  expect(await listWithout(closed?.parcelNumber ?? "")).toEqual([]);
  await weigh(set.scene, closed?.parcelUuid ?? "");
  expect(await listWithout(closed?.parcelNumber ?? "")).toMatchObject([{ channel_uuid: null, channel_name: "", void_reason: "" }]);
  await ask(requestWaybills, { parcel_uuids: [waybill.parcel_uuid] });
  expect(await listWithout(parcelNumber)).toEqual([]);
});

test("waybills of an account that cannot be opened say so, and are tried again later", async () => {
  const channel = await makeChannel(set.scene, set.sandbox.credentials("4px"));
  await makeWeighedParcels(set.scene, set.on, 1, channel.channelUuid);
  const { services } = set.scene.server;
  const next = await services.database.transaction(set.scene.staff(), async (tx) => {
    const of = getSystemScope(tx, set.scene.world.providerA, services);
    await putOffUnopened(of, channel.accountUuid ?? "");
    return findNextDue(of, channel.accountUuid ?? "");
  });
  const { data } = await ask(listWaybills, { tab: "waiting", channel_uuid: channel.channelUuid });
  expect(data.result).toMatchObject([{ status: "requested", problem: { kind: "badCredentials" }, next_try_at: next?.toISOString() }]);
  expect(next?.getTime()).toBeGreaterThan(services.clock.now().getTime());
});
