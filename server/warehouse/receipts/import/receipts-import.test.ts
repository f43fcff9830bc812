import { afterAll, beforeAll, expect, test } from "vitest";
import { apiPrefix } from "#src/kit/api/address.ts";
import { codes } from "#src/kit/api/codes.ts";
import type { CodeName } from "#src/kit/api/codes.ts";
import { getFile, uploadImages } from "#src/kit/files/files.contract.ts";
import { postImport, uploadImport } from "#src/warehouse/imports/imports.contract.ts";
import type { ImportPreview } from "#src/warehouse/imports/imports.contract.ts";
import { confirmReceipt, decideUnqualified, listReceipts, receipt, submitReceipt } from "#src/warehouse/receipts/receipts.contract.ts";
import { addPhotos, inspect, putAway, scanReceipt } from "#src/warehouse/receipts/receiving.contract.ts";
import { readStockOfVariants } from "#server/warehouse/stock/stock.queries.ts";
import { tinyPng } from "#tests/factories/tiny-png.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { headersOf, request } from "#tests/server/client.ts";
import { arrived, stageReceipts } from "#tests/server/stage-receipts.ts";
import type { ReceiptStage } from "#tests/server/stage-receipts.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { Person, World } from "#tests/server/world.ts";

let server: TestApp;
let world: World;
let stage: ReceiptStage;
let warehouse: string;

beforeAll(async () => {
  server = await startTestApp();
  world = await makeWorld(server);
  stage = await stageReceipts(server, world);
  // By its code.
  warehouse = `W${(stage.barcodes[0] ?? "").slice(0, -2)}`;
});
afterAll(() => server.close());

const codeOf = (name: CodeName) => codes[name].code;
const header = "Receipt number,Warehouse,Expected on,Box number,SKU,Expected quantity,Lot,Remark,Expires on";

/** Uploads receipts as a table of commas, as `person`. */
async function upload(rows: readonly string[], person: Person): Promise<ImportPreview> {
  const boundary = "receipts-of-a-test";
  const part = (head: string, body: string) => `--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
  const table = part('name="workbook"; filename="receipts.csv"', [header, ...rows].join("\n"));
  const reply = await server.app.inject({
    method: "POST",
    url: apiPrefix + uploadImport.path,
    headers: { ...headersOf({ token: person.token }), "content-type": `multipart/form-data; boundary=${boundary}` },
    payload: `${part('name="kind"', "receipts")}${table}--${boundary}--\r\n`,
  });
  return reply.json<{ data: ImportPreview }>().data;
}

const jobOf = ({ job }: ImportPreview) => job?.import_uuid ?? "";

test("a retailer's workbook completes the whole process: imported, submitted, counted, decided, put away, in stock", async () => {
  const retailer = { token: world.retailer.token };
  const operator = { token: world.operator.token };
  const rows = [
    `PO-77,${warehouse},2031-01-02,1,${stage.mug.sku},10,,Fragile`,
    `po-77,${warehouse},2031-01-02,2,${stage.cup.sku},4,,`,
    `PO-78,${warehouse},,,${stage.cream.sku},1,L1,,2032-03-04`,
  ];
  const preview = await upload(rows, world.retailer);
  expect(preview.job).toMatchObject({ row_count: 3, problem_count: 0 });
  const posted = await request(server.app, postImport, { import_uuid: jobOf(preview) }, retailer);
  expect(posted.data.result).toEqual({ receipts: 2, lines: 3, pieces: 15 });
  const found = (await request(server.app, listReceipts, { search: "po-77" }, retailer)).data.result;
  expect(found).toMatchObject([
    { status: "draft", reference: "PO-77", expected: 14, line_count: 2, box_count: 2, expected_on: "2031-01-02" },
  ]);
  const { receipt_uuid = "", version = 0, receipt_number = "" } = found[0] ?? {};
  expect(posted.data.drafts).toHaveLength(2);
  expect(posted.data.drafts).toContainEqual({ document_uuid: receipt_uuid, document_number: receipt_number });
  const again = await request(server.app, postImport, { import_uuid: jobOf(preview) }, retailer);
  expect(again.data.drafts).toEqual(posted.data.drafts);
  const dated = posted.data.drafts.find(({ document_uuid }) => document_uuid !== receipt_uuid)?.document_uuid ?? "";
  const { lines } = (await request(server.app, receipt, { receipt_uuid: dated }, retailer)).data;
  expect(lines.map(({ lot, expires_on }) => [lot, expires_on])).toEqual([["L1", "2032-03-04"]]);
  const sent = (await request(server.app, submitReceipt, { receipt_uuid, version }, retailer)).data;
  await request(server.app, confirmReceipt, { receipt_uuid, version: sent.version }, operator);
  for (const box of [1, 2]) await request(server.app, scanReceipt, { code: `${receipt_number}/${box}` }, operator);
  const mugs = await request(
    server.app,
    inspect,
    { receipt_uuid, code: stage.mug.barcode, qualified_quantity: 8, unqualified_quantity: 2 },
    operator,
  );
  await request(server.app, inspect, { receipt_uuid, code: stage.cup.barcode, qualified_quantity: 4 }, operator);
  const line_uuid = mugs.data.line?.line_uuid ?? "";
  await request(server.app, decideUnqualified, { receipt_uuid, line_uuid, decision: "return", quantity: 2 }, retailer);
  for (const [at, code] of [stage.mug.sku, stage.cup.sku].entries())
    await request(server.app, putAway, { receipt_uuid, code, location: stage.barcodes[at] ?? "" }, operator);
  const done = (await request(server.app, receipt, { receipt_uuid }, retailer)).data;
  expect(done).toMatchObject({
    status: "completed",
    number: 14,
    qualified_quantity: 12,
    unqualified_quantity: 2,
    put_away: 12,
    decided: 2,
  });
  expect(done.putaway.map(({ status, quantity }) => [status, quantity])).toEqual([
    ["done", 4],
    ["done", 8],
  ]);
  const stock = await server.services.database.transaction({ kind: "provider", providerUuid: world.providerA }, (tx) =>
    readStockOfVariants(tx, world.providerA, [stage.mug.variantUuid]),
  );
  expect(stock.get(stage.mug.variantUuid)).toMatchObject({ on_hand: 8, available: 8, quarantined: 0, incoming: 0 });
});

test("each bad row reports its problem, and excludes its receipt", async () => {
  const other = await stageReceipts(server, world);
  const rows = [
    `PO-90,${warehouse},2031-01-02,1,${stage.mug.sku},10,,`,
    `PO-90,${warehouse},2031-01-03,1,${stage.mug.sku},10,,`,
    `PO-91,Nowhere,,,${stage.mug.sku},10,,`,
    `PO-92,${warehouse},,,NO-SUCH-SKU,0,,`,
    `PO-93,${warehouse},soon,,${other.cup.sku},5,A,`,
    `PO-94,${warehouse},,,${stage.mug.sku},5,,`,
    `PO-95,${warehouse},,,${stage.mug.sku},5,,,next year`,
    `po-95,${warehouse},,,${stage.mug.sku},5,,,`,
    `PO-96,${warehouse},,,${stage.mug.sku},5,,,2031-05-01`,
  ];
  const { job, problems } = await upload(rows, world.retailer);
  expect(job).toMatchObject({ row_count: 9, ready_count: 1 });
  expect(problems.map(({ row_number, field, code }) => [row_number, field, code])).toEqual([
    [3, "expected_on", codeOf("receipts.unequalRows")],
    [4, "warehouse", codeOf("receipts.warehouseUnknown")],
    [5, "sku", codeOf("receipts.skuUnknown")],
    [5, "expected_quantity", codeOf("imports.outOfRange")],
    [6, "expected_on", codeOf("imports.notADate")],
    [6, "lot", codeOf("receipts.lotNotKept")],
    [8, "expires_on", codeOf("imports.notADate")],
    [10, "expires_on", codeOf("receipts.expiryNotKept")],
  ]);
});

test("a workbook sent again is recognized by its numbers, and another retailer's goods cannot be announced", async () => {
  const row = `PO-99,${warehouse},,,${stage.mug.sku},10,,`;
  const token = world.retailer.token;
  await request(server.app, postImport, { import_uuid: jobOf(await upload([row], world.retailer)) }, { token });
  const again = await upload([row], world.retailer);
  expect(again.problems.map(({ code }) => code)).toEqual([codeOf("receipts.referenceTaken")]);
  const ofOther = await upload([row], world.otherRetailer);
  expect(ofOther.problems.map(({ code }) => code)).toEqual([codeOf("receipts.skuUnknown")]);
});

test("a workbook uploaded twice before it is posted creates its receipts once", async () => {
  const row = `PO-100,${warehouse},,,${stage.mug.sku},10,,`;
  const token = world.retailer.token;
  const uploads = [await upload([row], world.retailer), await upload([row.toLowerCase()], world.retailer)];
  expect(uploads.map(({ problems }) => problems)).toEqual([[], []]);
  const posted = await Promise.all(
    uploads.map(async (preview) => (await request(server.app, postImport, { import_uuid: jobOf(preview) }, { token })).code),
  );
  expect(posted.toSorted((a, b) => a - b)).toEqual([200, codeOf("receipts.referenceTaken")]);
  expect((await request(server.app, listReceipts, { search: "po-100" }, { token })).data.result).toHaveLength(1);
});

test("a change between check and post causes the post to be refused until it is reverted", async () => {
  const own = await stageReceipts(server, world);
  const code = `W${(own.barcodes[0] ?? "").slice(0, -2)}`;
  const preview = await upload([`PO-101,${code},,,${own.cream.sku},10,L1,`, `PO-101,${code},,,${own.mug.sku},10,,`], world.retailer);
  const post = () => request(server.app, postImport, { import_uuid: jobOf(preview) }, { token: world.retailer.token });
  const staff = { kind: "provider", providerUuid: world.providerA } as const;
  const changeVariant = (variantUuid: string, set: { is_bundle?: boolean; keeps_lots?: boolean; merged_into_uuid?: string | null }) =>
    server.services.database.transaction(staff, (tx) =>
      tx.updateTable("variant").set(set).where("provider_uuid", "=", world.providerA).where("variant_uuid", "=", variantUuid).execute(),
    );
  const close = (is_closed: boolean) =>
    server.services.database.transaction(staff, (tx) =>
      tx
        .updateTable("warehouse")
        .set({ is_closed })
        .where("provider_uuid", "=", world.providerA)
        .where("warehouse_uuid", "=", own.warehouseUuid)
        .execute(),
    );
  await changeVariant(own.mug.variantUuid, { is_bundle: true });
  expect((await post()).code).toBe(codeOf("receipts.bundle"));
  await changeVariant(own.mug.variantUuid, { is_bundle: false, merged_into_uuid: own.spare.variantUuid });
  expect((await post()).code).toBe(codeOf("receipts.skuUnknown"));
  await changeVariant(own.mug.variantUuid, { merged_into_uuid: null });
  await changeVariant(own.cream.variantUuid, { keeps_lots: false });
  expect((await post()).code).toBe(codeOf("receipts.lotNotKept"));
  await changeVariant(own.cream.variantUuid, { keeps_lots: true });
  await close(true);
  expect((await post()).code).toBe(codeOf("receipts.warehouseClosed"));
  await close(false);
  expect((await post()).data.result).toEqual({ receipts: 1, lines: 2, pieces: 20 });
});

test("photos taken by an operator are visible to the goods' owner, but to no other retailer", async () => {
  const { receipt_uuid } = await arrived(server, world, stage, [{ variant: stage.mug, expected: 1 }]);
  const operator = { token: world.operator.token };
  const files = [{ field: "images", name: "dent.png", bytes: tinyPng }];
  const { result } = (await request(server.app, uploadImages, {}, { ...operator, files })).data;
  const filenames = result.map(({ filename }) => filename);
  const byProvider = await request(server.app, addPhotos, { receipt_uuid, filenames }, { token: world.provider.token });
  expect(byProvider.code).toBe(codeOf("notFound"));
  const added = await request(server.app, addPhotos, { receipt_uuid, filenames }, operator);
  expect(added.data.photo_uuids).toHaveLength(1);
  const seen = (await request(server.app, receipt, { receipt_uuid }, { token: world.retailer.token })).data.photos;
  expect(seen.map(({ filename }) => filename)).toEqual(filenames);
  const [filename = ""] = filenames;
  const fetched = (person: Person) => request(server.app, getFile, { filename }, { token: person.token });
  for (const person of [world.retailer, world.provider])
    expect((await fetched(person)).headers["content-type"], person.username).toBe("image/png");
  expect((await fetched(world.otherRetailer)).code).toBe(codeOf("notFound"));
});
