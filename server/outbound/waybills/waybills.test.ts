import { createHash } from "node:crypto";
import { sql } from "kysely";
import { afterEach, describe, expect, test } from "vitest";
import { listCarrierErrors } from "#src/carriers/carrier-accounts/carrier-accounts.contract.ts";
import { acceptCancel, requestCancel } from "#src/outbound/orders/order-batches.contract.ts";
import { reopenPacking } from "#src/outbound/packing/packing.contract.ts";
import { enterWaybill, listWaybills, requestWaybills, retryWaybills, voidWaybills } from "#src/outbound/waybills/waybills.contract.ts";
import type { WaybillRow } from "#src/outbound/waybills/waybills.contract.ts";
import { getSender, saveSender } from "#src/warehouse/warehouses/warehouse-sender.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { makeChannel, makeParcels, makeWeighedParcels, packWhole, weigh } from "#tests/server/parcel-scene.ts";
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
async function weighOne(of = set.channel) {
  const [parcel] = await makeWeighedParcels(set.scene, set.on, 1, of.channelUuid);
  if (parcel === undefined) throw new Error("no parcel");
  return parcel;
}
const shipmentsOf = async ({ reference }: WaybillRow) =>
  (await set.sandbox.control.shipments()).filter((one) => one.reference === reference && one.state !== "cancelled");
/** How many labels of a parcel its retailer is charged for. */
const labelsOf = async (parcelUuid = "") =>
  (
    await set.scene.read(sql<{ labels: number }>`select coalesce(sum(quantity_milli), 0)::integer / 1000 as labels from work_entry
      where parcel_uuid = ${parcelUuid}::uuid and kind = 'label_parcel'`)
  )[0]?.labels;
const createsAt = async () => (await set.sandbox.control.requests()).filter(({ operation }) => operation === "create").length;

describe("a waybill", () => {
  test("is requested when its parcel is weighed, issued by the carrier, and its label is stored as it came", async () => {
    const { parcelNumber } = await weighOne();
    expect(await findWaybill(parcelNumber)).toMatchObject({ status: "requested", is_by_hand: false, label_type: "", problem: null });
    await runJob();
    const issued = await findWaybill(parcelNumber);
    expect(issued).toMatchObject({ status: "issued", label_type: "application/pdf", next_try_at: "", print_count: 0 });
    const [shipment] = await shipmentsOf(issued);
    expect(shipment).toMatchObject({ waybillNumber: issued.waybill_number, productCode: "PX-REG", grams: 610 });
    expect(shipment?.recipient).toMatchObject({ name: "Alex Example", country: "US" });
    const [label] = await set.scene.read(
      sql<{ bytes: Buffer; sha256: Buffer }>`select bytes, sha256 from waybill_label where waybill_uuid = ${issued.waybill_uuid}`,
    );
    expect(label?.bytes.subarray(0, 5).toString()).toBe("%PDF-");
    expect(label?.sha256).toEqual(
      createHash("sha256")
        .update(label?.bytes ?? "")
        .digest(),
    );
    expect((await ask(listWaybills, { tab: "to_print", channel_uuid: set.channel.channelUuid })).data.result).toHaveLength(1);
  });

  test("tells the carrier what is declared of the goods", async () => {
    await weighOne();
    await runJob();
    const created = (await set.sandbox.control.requests()).find(({ operation }) => operation === "create");
    for (const part of ["Cotton shirt", "610510", "Springfield"]) expect(created?.body).toContain(part);
  });

  test("tells the carrier of a battery in the parcel, and of none", async () => {
    const [, second] = set.on.variants;
    const setBattery = (hasBattery: boolean) =>
      set.scene.server.services.database.transaction(set.scene.staff(), (tx) =>
        sql`update variant set has_battery = ${hasBattery} where variant_uuid = ${second?.variantUuid}`.execute(tx),
      );
    const askAndRead = async () => {
      await weighOne();
      await runJob();
      const created = (await set.sandbox.control.requests()).filter(({ operation }) => operation === "create");
      return created.at(-1)?.body;
    };
    expect(await askAndRead()).toContain('"include_battery":"N"');
    await setBattery(true);
    expect(await askAndRead()).toContain('"include_battery":"Y"');
    await setBattery(false);
  });

  test("tells the carrier who sends the warehouse's parcels, once somebody is set", async () => {
    const sender = {
      name: "Chen Wei",
      phone: "+86 755 5550 0100",
      country: "CN",
      city: "Shenzhen",
      postcode: "518000",
      street: "1 Example Road",
    };
    const save = (version: number) => ask(saveSender, { warehouse_uuid: set.on.warehouseUuid, version, ...sender });
    expect((await ask(getSender, { warehouse_uuid: set.on.warehouseUuid })).data.sender).toBeNull();
    expect((await save(0)).data.sender).toMatchObject({ ...sender, version: 1 });
    expect((await save(0)).code).toBe(code("changedMeanwhile"));
    expect((await save(1)).data.sender).toMatchObject({ version: 2 });
    await weighOne();
    await runJob();
    const created = (await set.sandbox.control.requests()).find(({ operation }) => operation === "create");
    expect(created?.body).toContain("1 Example Road");
  });

  test("can be requested for a packed parcel whose weight is expected, once", async () => {
    const [parcel] = await makeParcels(set.scene, set.on, { count: 1, channelUuid: set.channel.channelUuid, isWeighed: false });
    const input = { parcel_uuids: [parcel?.parcelUuid ?? ""] };
    const answers = await Promise.all([
      ask(requestWaybills, input),
      ask(requestWaybills, input, { token: set.scene.world.operator.token }),
    ]);
    expect(answers.map(({ data }) => data.done).toSorted()).toEqual([0, 1]);
    expect(answers.flatMap(({ data }) => data.failed.map((row) => row.code))).toEqual([code("waybills.requestedAlready")]);
    await weigh(set.scene, parcel?.parcelUuid ?? "");
    expect(await listOfParcel(parcel?.parcelNumber ?? "")).toHaveLength(1);
  });

  test("is not requested for an order without a channel, and says so", async () => {
    const [parcel] = await makeParcels(set.scene, set.on, { count: 1, channelUuid: set.channel.channelUuid, isWeighed: false });
    await set.scene.server.services.database.transaction(set.scene.staff(), (tx) =>
      sql`update sales_order set channel_uuid = null where order_uuid = ${parcel?.orderUuid}`.execute(tx),
    );
    await weigh(set.scene, parcel?.parcelUuid ?? "");
    expect(await listOfParcel(parcel?.parcelNumber ?? "")).toEqual([]);
    const { data } = await ask(requestWaybills, { parcel_uuids: [parcel?.parcelUuid ?? ""] });
    expect(data.failed.map((row) => row.code)).toEqual([code("waybills.noChannel")]);
  });

  test("that is already there with the carrier is found by its reference after a kill, and never asked for again", async () => {
    const { parcelNumber, parcelUuid } = await weighOne();
    await set.sandbox.control.fail({ times: 1, operation: "label", status: 500 });
    await runJob();
    const issued = await findWaybill(parcelNumber);
    // As a process leaves it that is killed between the carrier's answer and its own note of it.
    await set.scene.server.services.database.transaction(set.scene.staff(), (tx) =>
      sql`update waybill set status = 'asked', waybill_number = '', tracking_number = '', issued_at = null, next_track_at = null
        where waybill_uuid = ${issued.waybill_uuid}`.execute(tx),
    );
    await runJob();
    expect(await findWaybill(parcelNumber)).toMatchObject({
      status: "issued",
      waybill_number: issued.waybill_number,
      label_type: "application/pdf",
    });
    expect(await createsAt()).toBe(1);
    expect(await labelsOf(parcelUuid)).toBe(1);
  });

  test("that was marked as asked and never sent is looked up first, and then asked for", async () => {
    const { parcelNumber } = await weighOne();
    const { waybill_uuid } = await findWaybill(parcelNumber);
    await set.scene.server.services.database.transaction(set.scene.staff(), (tx) =>
      sql`update waybill set status = 'asked' where waybill_uuid = ${waybill_uuid}`.execute(tx),
    );
    await runJob();
    expect(await findWaybill(parcelNumber)).toMatchObject({ status: "issued" });
    const operations = (await set.sandbox.control.requests()).map(({ operation }) => operation);
    expect(operations.slice(0, 2)).toEqual(["find", "create"]);
  });
});

describe.each([
  ["loses the answer", { lost: true }],
  ["answers with a page", { wrong: "html" }],
  ["answers with half of it", { wrong: "cut" }],
  ["answers for another parcel", { wrong: "otherReference" }],
  ["is asked twice by the network", { twice: true }],
  ["answers late", { lateMs: 1500 }],
  ["fails before it does anything", { status: 500 }],
] as const)("a carrier that %s", (_what, fault) => {
  test("leaves one waybill for the parcel", async () => {
    const { parcelNumber } = await weighOne();
    await set.sandbox.control.fail({ times: 1, operation: "create", ...fault });
    await runJob();
    await runJob();
    const issued = await findWaybill(parcelNumber);
    expect(issued).toMatchObject({ status: "issued", label_type: "application/pdf" });
    expect(await shipmentsOf(issued)).toHaveLength(1);
    const requests = (await set.sandbox.control.requests()).filter(({ operation }) => operation === "create" || operation === "find");
    // Between two requests for it, it was looked up.
    requests.forEach(({ operation }, at) => expect(operation === "create" && requests[at - 1]?.operation === "create").toBe(false));
  });
});

test("a carrier that does not answer the look-up either is not asked for another waybill meanwhile", async () => {
  const { parcelNumber } = await weighOne();
  await set.sandbox.control.fail({ times: 1, operation: "create", lost: true });
  await set.sandbox.control.fail({ times: 3, operation: "find", status: 500 });
  await runJob();
  expect(await findWaybill(parcelNumber)).toMatchObject({ status: "asked", problem: { kind: "unreachable" } });
  await runJob();
  expect(await createsAt()).toBe(1);
  await set.sandbox.control.mend();
  await runJob();
  expect(await findWaybill(parcelNumber)).toMatchObject({ status: "issued" });
  expect(await createsAt()).toBe(1);
});

test("a carrier that is asked too often is left alone as long as it says, and every parcel gets its waybill", async () => {
  const parcels = await makeWeighedParcels(set.scene, set.on, 12, set.channel.channelUuid);
  await set.sandbox.control.setLimit(4);
  for (let runs = 0; runs < 10; runs += 1) await runJob();
  await set.sandbox.control.setLimit(50);
  const { data } = await ask(listWaybills, { channel_uuid: set.channel.channelUuid });
  expect(data.result.map(({ status }) => status)).toEqual(parcels.map(() => "issued"));
  expect((await set.sandbox.control.shipments()).length).toBe(parcels.length);
  const { result } = (await ask(listCarrierErrors, { carrier_account_uuid: set.channel.accountUuid ?? "" })).data;
  // The whole burst is one entry.
  expect(result.map(({ operation, kind, code: answer }) => [operation, kind, answer])).toEqual([["createWaybill", "rateLimited", "429"]]);
});

describe("a waybill that the carrier refuses", () => {
  test("has failed with the carrier's words, and is tried again with a new reference", async () => {
    const wrong = await makeChannel(set.scene, set.sandbox.credentials("4px"), { code: "NO-SUCH" });
    const { parcelNumber } = await weighOne(wrong);
    await runJob(wrong);
    const failed = await findWaybill(parcelNumber);
    expect(failed).toMatchObject({ status: "failed", problem: { kind: "refused" }, next_try_at: "" });
    expect(failed.problem?.text).not.toBe("");
    expect((await ask(listWaybills, { tab: "failed", channel_uuid: wrong.channelUuid })).data.result).toHaveLength(1);
    const errors = (await ask(listCarrierErrors, { carrier_account_uuid: wrong.accountUuid ?? "" })).data.result;
    expect(errors).toMatchObject([{ operation: "createWaybill", kind: "refused", reference: failed.reference }]);
    expect((await ask(retryWaybills, { waybill_uuids: [failed.waybill_uuid] })).data.done).toBe(1);
    const again = await findWaybill(parcelNumber);
    expect(again).toMatchObject({ status: "requested", problem: null });
    expect(again.reference).not.toBe(failed.reference);
    const twice = await ask(retryWaybills, { waybill_uuids: [failed.waybill_uuid] });
    expect(twice.data.failed.map((row) => row.code)).toEqual([code("waybills.wrongState")]);
  });
});

test("a label that is not ready is fetched later, and one that the carrier no longer has is there", async () => {
  const { parcelNumber } = await weighOne();
  await set.sandbox.control.fail({ times: 1, operation: "label", status: 500 });
  await runJob();
  expect(await findWaybill(parcelNumber)).toMatchObject({ status: "issued", label_type: "", problem: { kind: "unreachable" } });
  const of = { channel_uuid: set.channel.channelUuid };
  expect((await ask(listWaybills, { tab: "waiting", ...of })).data.result).toHaveLength(1);
  const { issued_at, labelled_at } = await findWaybill(parcelNumber);
  expect(labelled_at).toBe("");
  await runJob();
  const labelled = await findWaybill(parcelNumber);
  expect(labelled).toMatchObject({ issued_at, label_type: "application/pdf", problem: null });
  // A station that was there before its label prints it.
  const listAfter = async (labelled_after: string) =>
    (await ask(listWaybills, { tab: "to_print", ...of, labelled_after })).data.result.length;
  expect([await listAfter(issued_at), await listAfter(labelled.labelled_at)]).toEqual([1, 0]);
});

describe("a waybill that is to be void", () => {
  const reason = "wrong box";

  test("is void once the carrier says so, and its parcel gets another only then", async () => {
    const { parcelNumber, parcelUuid } = await weighOne();
    await runJob();
    const issued = await findWaybill(parcelNumber);
    expect((await ask(voidWaybills, { waybill_uuids: [issued.waybill_uuid], reason })).data.done).toBe(1);
    expect(await findWaybill(parcelNumber)).toMatchObject({ status: "void_requested", void_reason: reason });
    const early = await ask(requestWaybills, { parcel_uuids: [parcelUuid] });
    expect(early.data.failed.map((row) => row.code)).toEqual([code("waybills.requestedAlready")]);
    const twice = await ask(voidWaybills, { waybill_uuids: [issued.waybill_uuid], reason });
    expect(twice.data.failed.map((row) => row.code)).toEqual([code("waybills.voided")]);
    await runJob();
    expect((await listOfParcel(parcelNumber)).map(({ status }) => status)).toEqual(["voided"]);
    expect(await shipmentsOf(issued)).toEqual([]);
    expect((await ask(requestWaybills, { parcel_uuids: [parcelUuid] })).data.done).toBe(1);
    await runJob();
    expect((await listOfParcel(parcelNumber)).map(({ status }) => status).toSorted()).toEqual(["issued", "voided"]);
    expect(await labelsOf(parcelUuid)).toBe(2);
  });

  test("is void at once if the carrier was never asked", async () => {
    const { parcelNumber } = await weighOne();
    const { waybill_uuid } = await findWaybill(parcelNumber);
    await ask(voidWaybills, { waybill_uuids: [waybill_uuid], reason });
    expect(await findWaybill(parcelNumber)).toMatchObject({ status: "voided" });
    await runJob();
    expect(await createsAt()).toBe(0);
  });

  test("stays as it is if the carrier has the parcel already, and says why", async () => {
    const { parcelNumber, parcelUuid } = await weighOne();
    await runJob();
    const issued = await findWaybill(parcelNumber);
    await set.sandbox.control.manifest([issued.waybill_number]);
    await ask(voidWaybills, { waybill_uuids: [issued.waybill_uuid], reason });
    await runJob();
    expect(await findWaybill(parcelNumber)).toMatchObject({ status: "issued", void_reason: reason, problem: { kind: "refused" } });
    expect(await labelsOf(parcelUuid)).toBe(1);
    expect((await ask(listWaybills, { tab: "failed", channel_uuid: set.channel.channelUuid })).data.result).toHaveLength(1);
  });

  test("is refused after the hand-over", async () => {
    const { parcelNumber } = await weighOne();
    await runJob();
    const { waybill_uuid } = await findWaybill(parcelNumber);
    await set.scene.server.services.database.transaction(set.scene.staff(), (tx) =>
      sql`update waybill set handed_over_at = now() where waybill_uuid = ${waybill_uuid}`.execute(tx),
    );
    const { data } = await ask(voidWaybills, { waybill_uuids: [waybill_uuid], reason });
    expect(data.failed.map((row) => row.code)).toEqual([code("waybills.handedOver")]);
  });

  test.each([
    ["whose void is lost on the way", { lost: true }],
    ["whose void is answered wrongly", { wrong: "html" }],
  ] as const)("%s is looked up, and void once", async (_what, fault) => {
    const { parcelNumber } = await weighOne();
    await runJob();
    const issued = await findWaybill(parcelNumber);
    await set.sandbox.control.fail({ times: 1, operation: "cancel", ...fault });
    await ask(voidWaybills, { waybill_uuids: [issued.waybill_uuid], reason });
    await runJob();
    await runJob();
    expect(await findWaybill(parcelNumber)).toMatchObject({ status: "voided" });
    expect(await shipmentsOf(issued)).toEqual([]);
  });

  test("while the carrier is being asked for it is void after the answer", async () => {
    const { parcelNumber, parcelUuid } = await weighOne();
    await set.sandbox.control.fail({ times: 1, operation: "create", lateMs: 1000 });
    const running = runJob();
    await expect.poll(async () => (await findWaybill(parcelNumber)).status).toBe("asked");
    const { waybill_uuid } = await findWaybill(parcelNumber);
    expect((await ask(voidWaybills, { waybill_uuids: [waybill_uuid], reason })).data.done).toBe(1);
    await running;
    await runJob();
    const [voided] = await listOfParcel(parcelNumber);
    expect(voided).toMatchObject({ status: "voided" });
    expect(await labelsOf(parcelUuid)).toBe(0);
    expect((await set.sandbox.control.shipments()).map(({ state }) => state)).toEqual(["cancelled"]);
  });
});

test("unpacking and cancelling an order void its waybills, and what is packed again gets another", async () => {
  const [unpacked, cancelled] = await makeWeighedParcels(set.scene, set.on, 2, set.channel.channelUuid);
  await runJob();
  await ask(reopenPacking, { order_uuid: unpacked?.orderUuid ?? "" });
  await ask(requestCancel, { order_ids: [cancelled?.orderUuid ?? ""], reason: "too late" }, set.scene.asRetailer());
  await ask(acceptCancel, { order_ids: [cancelled?.orderUuid ?? ""] });
  for (const one of [unpacked, cancelled]) expect(await findWaybill(one?.parcelNumber ?? "")).toMatchObject({ status: "void_requested" });
  const again = await packWhole(set.scene, unpacked?.orderUuid ?? "");
  await weigh(set.scene, again.parcelUuid);
  await runJob();
  for (const one of [unpacked, cancelled]) expect(await findWaybill(one?.parcelNumber ?? "")).toMatchObject({ status: "voided" });
  expect(await findWaybill(again.parcelNumber)).toMatchObject({ status: "issued" });
  const parcels = [unpacked?.parcelUuid, cancelled?.parcelUuid, again.parcelUuid];
  expect(await Promise.all(parcels.map((uuid) => labelsOf(uuid)))).toEqual([0, 1, 1]);
  expect((await set.sandbox.control.shipments()).map(({ state }) => state).toSorted()).toEqual(["cancelled", "cancelled", "created"]);
});

test("a channel without an interface has its numbers entered by hand, each once", async () => {
  const byHand = await makeChannel(set.scene);
  const [one, two] = await makeWeighedParcels(set.scene, set.on, 2, byHand.channelUuid);
  const first = await findWaybill(one?.parcelNumber ?? "");
  const second = await findWaybill(two?.parcelNumber ?? "");
  expect(first).toMatchObject({ status: "requested", is_by_hand: true, next_try_at: "" });
  const waybill_number = `H${newId()}`;
  const entered = await ask(enterWaybill, { waybill_uuid: first.waybill_uuid, waybill_number });
  expect(entered.data).toMatchObject({ status: "issued", waybill_number, label_type: "own" });
  expect((await ask(enterWaybill, { waybill_uuid: second.waybill_uuid, waybill_number })).code).toBe(code("waybills.numberTaken"));
  expect((await ask(enterWaybill, { waybill_uuid: first.waybill_uuid, waybill_number: "X" })).code).toBe(code("waybills.wrongState"));
  await ask(voidWaybills, { waybill_uuids: [first.waybill_uuid], reason: "typed wrongly" });
  expect(await findWaybill(one?.parcelNumber ?? "")).toMatchObject({ status: "voided" });
  const { parcelNumber } = await weighOne();
  const carriers = await findWaybill(parcelNumber);
  expect((await ask(enterWaybill, { waybill_uuid: carriers.waybill_uuid, waybill_number: "X" })).code).toBe(code("waybills.byCarrier"));
});

test("a waybill is found by its number, its tracking number and our reference in any case that people type", async () => {
  const { parcelNumber } = await weighOne();
  await runJob();
  const { waybill_uuid, reference } = await findWaybill(parcelNumber);
  const [waybill_number, tracking_number] = [`LIST${newId().slice(-8)}CN`.toUpperCase(), `TRACK${newId().slice(-8)}US`.toUpperCase()];
  await set.scene.read(
    sql`update waybill set waybill_number = ${waybill_number}, tracking_number = ${tracking_number} where waybill_uuid = ${waybill_uuid}`,
  );
  for (const number of [waybill_number, tracking_number, reference, parcelNumber].flatMap((one) => [one, one.toLowerCase()]))
    expect(
      (await listOfParcel(number)).map((one) => one.waybill_uuid),
      number,
    ).toEqual([waybill_uuid]);
  // A carrier's own number with small letters is found as the carrier writes it.
  const small = `Ab${newId().slice(-8)}`;
  await set.scene.read(sql`update waybill set waybill_number = ${small} where waybill_uuid = ${waybill_uuid}`);
  expect(await listOfParcel(small)).toHaveLength(1);
});
