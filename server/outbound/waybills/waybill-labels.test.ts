import { PDFDocument } from "@cantoo/pdf-lib";
import { sql } from "kysely";
import pg from "pg";
import { afterEach, describe, expect, test } from "vitest";
import { beginReview, finishReview, reviewPieces } from "#src/outbound/review/review.contract.ts";
import {
  enterWaybill,
  listChoices,
  listWaybills,
  listWaybillsOfOrder,
  printWaybills,
  relabelWaybills,
  requestWaybills,
  retryWaybills,
  voidWaybills,
} from "#src/outbound/waybills/waybills.contract.ts";
import { getSender, saveSender } from "#src/warehouse/warehouses/warehouse-sender.contract.ts";
import { mostDrawnHere } from "#server/outbound/waybills/label-drawer.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { headersOf } from "#tests/server/client.ts";
import { makeChannel, makePickedOrders, makeWeighedParcels, packWhole, stageParcels, weigh } from "#tests/server/parcel-scene.ts";
import { renderPdf } from "#tests/server/rendered-pdf.ts";
import { addPerson, bindOperator } from "#tests/server/world.ts";
import { code, useWaybillScene } from "#tests/server/waybill-scene.ts";

const set = useWaybillScene();
const { ask, label } = set;
afterEach(() => set.scene.expectSound());

async function fetchFile(link: string | undefined) {
  const url = (link ?? "").replace(/^https?:\/\/[^/]+/, "");
  return set.scene.server.app.inject({ method: "GET", url, headers: headersOf(set.scene.asProvider()) });
}

test("labels to print are listed by the packing location where the last review of their order ended, for the station of that table", async () => {
  const { scene, on, channel } = set;
  const tables = [await scene.addLocation(on, "packing"), await scene.addLocation(on, "packing")];
  const { locations } = (await ask(listChoices, { warehouse_uuid: on.warehouseUuid })).data;
  const uuids = tables.map((own) => locations.find(({ barcode }) => barcode === own)?.location_uuid ?? "");
  const orders = await makePickedOrders(scene, on, { count: 2, channelUuid: channel.channelUuid });
  // The first order was reviewed before, at the other table.
  const { providerA, provider } = scene.world;
  const before = newId();
  await scene.server.services.database.transaction(scene.staff(), async (tx) => {
    await sql`insert into order_review (provider_uuid, review_uuid, order_uuid, warehouse_uuid, user_uuid, status, piece_count, reviewed_pieces, location_uuid, started_at, ended_at)
      values (${providerA}, ${before}, ${orders[0]}, ${on.warehouseUuid}, ${provider.userUuid}, 'done', 1, 1, ${uuids[1]}, now(), now())`.execute(
      tx,
    );
    await sql`insert into order_review_line (provider_uuid, review_uuid, line_number, warehouse_uuid, variant_uuid, lot, quantity, reviewed_quantity)
      values (${providerA}, ${before}, 1, ${on.warehouseUuid}, ${on.variants[0]?.variantUuid}, '', 1, 1)`.execute(tx);
  });
  const parcels: string[] = [];
  for (const [at, order_uuid] of orders.entries()) {
    const { review_uuid, lines } = (await ask(beginReview, { order_uuid })).data;
    for (const { line_number, quantity } of lines) await ask(reviewPieces, { review_uuid, line_number, quantity });
    expect((await ask(finishReview, { review_uuid, location: tables[at] ?? "" })).code).toBe(200);
    const { parcelUuid, parcelNumber } = await packWhole(scene, order_uuid);
    await weigh(scene, parcelUuid);
    parcels.push(parcelNumber);
  }
  await set.runJob();
  const listAt = async (location_uuid = "") =>
    (await ask(listWaybills, { tab: "to_print", location_uuid })).data.result.map(({ parcel_number }) => parcel_number);
  expect([await listAt(uuids[0]), await listAt(uuids[1])]).toEqual(parcels.map((number) => [number]));
  expect((await ask(listWaybills, { tab: "all", location_uuid: uuids[0] ?? "" })).code).toBe(code("parameterError"));
});

describe("labels", () => {
  test("are printed in the order of the selection into one PDF, also after the carrier forgot them", async () => {
    const { waybills, uuids } = await label(3);
    await set.sandbox.control.forgetLabels();
    await set.sandbox.control.manifest(waybills.map(({ waybill_number }) => waybill_number));
    const printed = await ask(printWaybills, { waybill_uuids: uuids });
    expect(printed.data).toMatchObject({ done: 3, failed: [], files: [{ kind: "pdf", labels: 3 }] });
    const file = await fetchFile(printed.data.files[0]?.link);
    expect(file.headers["content-type"]).toBe("application/pdf");
    expect((await PDFDocument.load(file.rawPayload)).getPageCount()).toBe(3);
    expect((await ask(listWaybills, { tab: "to_print", channel_uuid: set.channel.channelUuid })).data.result).toEqual([]);
    expect((await ask(listWaybills, { tab: "printed", channel_uuid: set.channel.channelUuid })).data.result).toMatchObject(
      uuids.map(() => ({ print_count: 1 })),
    );
    // The file of a print can be fetched again, and counts no further one.
    expect((await fetchFile(printed.data.files[0]?.link)).statusCode).toBe(200);
    expect((await ask(listWaybills, { number: waybills[0]?.waybill_number })).data.result).toMatchObject([{ print_count: 1 }]);
  });

  test("are not in the file of a print any more once their waybill is void or about to be", async () => {
    const { uuids } = await label(2);
    const printed = await ask(printWaybills, { waybill_uuids: uuids });
    const link = printed.data.files[0]?.link;
    await ask(voidWaybills, { waybill_uuids: [uuids[0] ?? ""], reason: "wrong box" });
    expect((await PDFDocument.load((await fetchFile(link)).rawPayload)).getPageCount()).toBe(1);
    await ask(voidWaybills, { waybill_uuids: [uuids[1] ?? ""], reason: "wrong box" });
    expect((await fetchFile(link)).json()).toMatchObject({ code: code("waybills.voided") });
    await set.runJob();
    expect((await fetchFile(link)).json()).toMatchObject({ code: code("waybills.voided") });
  });

  test("are printed again with a reason only, and every print is kept", async () => {
    const { uuids } = await label(2);
    const [first = "", second = ""] = uuids;
    await ask(printWaybills, { waybill_uuids: [first] });
    const both = await ask(printWaybills, { waybill_uuids: uuids });
    expect(both.data).toMatchObject({ done: 1, failed: [{ order_id: first, code: code("waybills.reasonRequired") }] });
    expect((await ask(printWaybills, { waybill_uuids: [first], reason: "torn" })).data).toMatchObject({ done: 1 });
    const prints = await set.scene.read(
      sql<{ reason: string }>`select reason from waybill_print where waybill_uuid in (${first}, ${second}) order by printed_at, print_uuid`,
    );
    expect(prints.map(({ reason }) => reason).toSorted()).toEqual(["", "", "torn"]);
    expect((await ask(listWaybills, { number: "no-such" })).data.result).toEqual([]);
  });

  test("two people who print one label at once need one reason", async () => {
    const { uuids } = await label(1);
    const answers = await Promise.all([
      ask(printWaybills, { waybill_uuids: uuids }),
      ask(printWaybills, { waybill_uuids: uuids }, { token: set.scene.world.operator.token }),
    ]);
    expect(answers.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([200, code("waybills.reasonRequired")]);
    const headers = { "idempotency-key": `print-${uuids[0]}` };
    const reprint = () => ask(printWaybills, { waybill_uuids: uuids, reason: "torn" }, { ...set.scene.asProvider(), headers } as never);
    const [one, again] = [await reprint(), await reprint()];
    expect(again.data).toEqual(one.data);
    expect((await ask(listWaybills, { channel_uuid: set.channel.channelUuid })).data.result).toMatchObject([{ print_count: 2 }]);
  });

  test("are not printed before they are there, nor of what is void", async () => {
    await makeWeighedParcels(set.scene, set.on, 1, set.channel.channelUuid);
    const [waiting] = (await ask(listWaybills, { channel_uuid: set.channel.channelUuid })).data.result;
    const print = () => ask(printWaybills, { waybill_uuids: [waiting?.waybill_uuid ?? ""] });
    expect((await print()).code).toBe(code("waybills.noLabel"));
    await ask(voidWaybills, { waybill_uuids: [waiting?.waybill_uuid ?? ""], reason: "wrong" });
    expect((await print()).code).toBe(code("waybills.voided"));
  });

  test("of channels without an interface are drawn by us", async () => {
    const byHand = await makeChannel(set.scene);
    await makeWeighedParcels(set.scene, set.on, 1, byHand.channelUuid);
    const [waybill] = (await ask(listWaybills, { channel_uuid: byHand.channelUuid })).data.result;
    await ask(enterWaybill, { waybill_uuid: waybill?.waybill_uuid ?? "", waybill_number: `H-${waybill?.reference}` });
    const printed = await ask(printWaybills, { waybill_uuids: [waybill?.waybill_uuid ?? ""], size: "a4" });
    const page = (await PDFDocument.load((await fetchFile(printed.data.files[0]?.link)).rawPayload)).getPage(0);
    expect(Math.round(page.getWidth())).toBe(595);
  });

  test("are asked for in ZPL on a channel that says so, and printed as a file of their own, beside a PDF of the others", async () => {
    const ofZpl = { apiName: "yunexpress", code: "YT-DIRECT", label_format: "zpl" } as const;
    const channel = await makeChannel(set.scene, set.sandbox.credentials("yunexpress"), ofZpl);
    await makeWeighedParcels(set.scene, set.on, 2, channel.channelUuid);
    await set.runJob(channel);
    const waybills = (await ask(listWaybills, { channel_uuid: channel.channelUuid })).data.result;
    expect(waybills).toMatchObject([1, 2].map(() => ({ status: "issued", label_type: "text/zpl" })));
    const created = (await set.sandbox.control.requests()).filter(({ operation }) => operation === "create");
    expect(created.map(({ body }) => body.includes('"label_type":"ZPL"'))).toEqual([true, true]);
    const { uuids } = await label(1);
    const printed = await ask(printWaybills, { waybill_uuids: [...waybills.map(({ waybill_uuid }) => waybill_uuid), ...uuids] });
    expect(printed.data.files).toMatchObject([
      { kind: "pdf", labels: 1 },
      { kind: "zpl", labels: 2 },
    ]);
    const file = await fetchFile(printed.data.files[1]?.link);
    expect(file.headers["content-disposition"]).toContain(".zpl");
    expect(file.body.match(/\^XA/g)).toHaveLength(2);
    for (const { waybill_number } of waybills) expect(file.body).toContain(`^FD${waybill_number}^FS`);
  });

  test("that printers read themselves are passed on as they came", async () => {
    const { uuids } = await label(1);
    const zpl = Buffer.from("^XA^FO50,50^FDQuayside^FS^XZ");
    await set.scene.server.services.database.transaction(set.scene.staff(), (tx) =>
      sql`update waybill set label_type = 'text/zpl' where waybill_uuid = ${uuids[0]}`.execute(tx),
    );
    const owner = new pg.Client({ connectionString: set.scene.server.ownerUrl });
    await owner.connect();
    await owner.query("select set_config('app.kind', 'platform', false)");
    await owner.query("update waybill_label set type = 'text/zpl', bytes = $1, sha256 = sha256($1) where waybill_uuid = $2", [
      zpl,
      uuids[0],
    ]);
    await owner.end();
    const printed = await ask(printWaybills, { waybill_uuids: uuids });
    expect(printed.data.files).toMatchObject([{ kind: "zpl", labels: 1 }]);
    const file = await fetchFile(printed.data.files[0]?.link);
    expect(file.headers["content-disposition"]).toContain(".zpl");
    expect(file.body).toContain("Quayside");
  });
});

/** Exchanges a stored label, as damage on the way from the carrier would. */
async function spoil(uuid: string): Promise<void> {
  const owner = new pg.Client({ connectionString: set.scene.server.ownerUrl });
  await owner.connect();
  await owner.query("select set_config('app.kind', 'platform', false)");
  await owner.query(
    "update waybill_label set bytes = substr(bytes, 1, 200), sha256 = sha256(substr(bytes, 1, 200)) where waybill_uuid = $1",
    [uuid],
  );
  await owner.end();
}

test("a damaged label is refused with its waybill's number, and the others are printed without it", async () => {
  const { waybills, uuids } = await label(3);
  const [damaged, ...whole] = waybills;
  await spoil(damaged?.waybill_uuid ?? "");
  const printed = await ask(printWaybills, { waybill_uuids: uuids });
  expect(printed.data).toMatchObject({
    done: 2,
    failed: [{ order_id: damaged?.waybill_uuid, code: code("waybills.labelDamaged") }],
    files: [{ kind: "pdf", labels: 2 }],
  });
  for (const message of Object.values(printed.data.failed[0]?.message ?? {})) expect(message).toContain(damaged?.waybill_number);
  expect((await PDFDocument.load((await fetchFile(printed.data.files[0]?.link)).rawPayload)).getPageCount()).toBe(whole.length);
  const alone = await ask(printWaybills, { waybill_uuids: [damaged?.waybill_uuid ?? ""] });
  expect(alone.data).toMatchObject({ done: 0, files: [], failed: [{ code: code("waybills.labelDamaged") }] });
  expect((await ask(listWaybills, { number: damaged?.waybill_number })).data.result).toMatchObject([{ print_count: 0 }]);
});

test("many labels of ours in another size than they are stored in are drawn with their file, in the order of the print, and not under its lock", async () => {
  const byHand = await makeChannel(set.scene);
  const { uuids: carrierLabels } = await label(1);
  const count = mostDrawnHere + 1;
  const parcels = await makeWeighedParcels(set.scene, set.on, count, byHand.channelUuid);
  const own: string[] = [];
  for (const [at, { parcelNumber }] of parcels.entries()) {
    const waybill_uuid = (await ask(listWaybills, { number: parcelNumber })).data.result[0]?.waybill_uuid ?? "";
    await ask(enterWaybill, { waybill_uuid, waybill_number: `MANY-${at + 1}` });
    own.push(waybill_uuid);
  }
  const waybill_uuids = [...own.slice(0, 4), ...carrierLabels, ...own.slice(4)];
  const printed = await ask(printWaybills, { waybill_uuids, size: "a4", language: "zh_cn" });
  const [stored] = await set.scene.read(
    sql<{
      drawn: number;
    }>`select count(*)::integer as drawn from waybill_label where waybill_uuid = any (${own}::uuid[]) and drawn_as like 'a4 %'`,
  );
  expect([printed.data.done, stored?.drawn]).toEqual([count + 1, 0]);
  const pages = await renderPdf((await fetchFile(printed.data.files[0]?.link)).rawPayload);
  expect(pages).toHaveLength(count + 1);
  const numbers = pages.map(({ text }) => /MANY-\d+/.exec(text)?.[0] ?? "");
  expect(numbers).toEqual(waybill_uuids.map((uuid) => (own.includes(uuid) ? `MANY-${own.indexOf(uuid) + 1}` : "")));
});

test("a label of ours is drawn once for each size and language, and again after its sender changed", async () => {
  const byHand = await makeChannel(set.scene);
  await makeWeighedParcels(set.scene, set.on, 1, byHand.channelUuid);
  const [waybill] = (await ask(listWaybills, { channel_uuid: byHand.channelUuid })).data.result;
  const waybill_uuid = waybill?.waybill_uuid ?? "";
  await ask(enterWaybill, { waybill_uuid, waybill_number: `D-${waybill?.reference}`.slice(0, 60) });
  const drawn = async () =>
    (await set.scene.read(sql<{ drawn_as: string }>`select drawn_as from waybill_label where waybill_uuid = ${waybill_uuid}`)).map(
      ({ drawn_as }) => drawn_as.split(" ").slice(0, 2).join(" "),
    );
  expect(await drawn()).toEqual(["100x150 en_us"]);
  const printed = await ask(printWaybills, { waybill_uuids: [waybill_uuid] });
  expect(await drawn()).toEqual(["100x150 en_us"]);
  expect((await PDFDocument.load((await fetchFile(printed.data.files[0]?.link)).rawPayload)).getPageCount()).toBe(1);
  await ask(printWaybills, { waybill_uuids: [waybill_uuid], reason: "torn", size: "a4", language: "zh_cn" });
  expect((await drawn()).toSorted()).toEqual(["100x150 en_us", "a4 zh_cn"]);
  const sender = {
    name: "Dock Two",
    phone: "+1 217 555 0199",
    street: "2 Quay Road",
    city: "Springfield",
    postcode: "62701",
    country: "US",
  };
  const version = (await ask(getSender, { warehouse_uuid: set.on.warehouseUuid })).data.sender?.version ?? 0;
  await ask(saveSender, { warehouse_uuid: set.on.warehouseUuid, version, ...sender });
  await ask(printWaybills, { waybill_uuids: [waybill_uuid], reason: "new sender" });
  expect((await drawn()).toSorted()).toEqual(["100x150 en_us", "100x150 en_us", "a4 zh_cn"]);
});

test("another provider, and an operator who is bound to other warehouses, find nothing and change nothing", async () => {
  const { parcels, uuids } = await label(1);
  const printed = await ask(printWaybills, { waybill_uuids: uuids });
  const { server, world } = set.scene;
  const bound = await addPerson(server, { username: "bound-to-another", role: "operator", providerUuid: world.providerA });
  const elsewhere = await stageParcels(set.scene, 1);
  await bindOperator(server, bound, [elsewhere.warehouseUuid]);
  for (const by of [set.scene.asStranger(), { token: bound.token }]) {
    expect((await ask(listWaybills, {}, by)).data.result).toEqual([]);
    for (const answer of [
      await ask(printWaybills, { waybill_uuids: uuids, reason: "mine" }, by),
      await ask(retryWaybills, { waybill_uuids: uuids }, by),
      await ask(voidWaybills, { waybill_uuids: uuids, reason: "mine" }, by),
      await ask(relabelWaybills, { waybill_uuids: uuids, channel_uuid: set.channel.channelUuid }, by),
      await ask(enterWaybill, { waybill_uuid: uuids[0] ?? "", waybill_number: "mine" }, by),
      await ask(requestWaybills, { parcel_uuids: [parcels[0]?.parcelUuid ?? ""] }, by),
    ])
      expect(answer.code).toBe(code("notFound"));
    const url = (printed.data.files[0]?.link ?? "").replace(/^https?:\/\/[^/]+/, "");
    const file = await server.app.inject({ method: "GET", url, headers: headersOf(by) });
    expect(file.json()).toMatchObject({ code: code("notFound") });
  }
  expect((await ask(listWaybillsOfOrder, { order_uuid: parcels[0]?.orderUuid ?? "" }, set.scene.asStranger())).code).toBe(code("notFound"));
});
