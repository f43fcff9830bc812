import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { retrieveAuditLog } from "#src/company/audit/audit.contract.ts";
import { listToDos } from "#src/company/home/to-dos.contract.ts";
import { codes } from "#src/kit/api/codes.ts";
import { getFile } from "#src/kit/files/files.contract.ts";
import { mergeVariants, previewMerge } from "#src/warehouse/goods/merge.contract.ts";
import { setArchived } from "#src/warehouse/goods/goods.contract.ts";
import { listReceipts } from "#src/warehouse/receipts/receipts.contract.ts";
import { listBalances, listMovements, listStock, moveStock } from "#src/warehouse/stock/stock.contract.ts";
import { receiptsChanged } from "#src/warehouse/receipts/receipts.contract.ts";
import type { Acting, Tx } from "#server/platform/db/row-security.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { publishReceipt } from "#server/warehouse/receipts/receipt.commands.ts";
import { startTestApp } from "./app.ts";
import type { TestApp } from "./app.ts";
import { request } from "./client.ts";
import { addReceiptsRows } from "./rows-receipts.ts";
import type { ReceiptsRows } from "./rows-receipts.ts";
import { putStock, stageStock } from "./stage-stock.ts";
import type { StockStage } from "./stage-stock.ts";
import { addPerson, bindOperator, makeWorld } from "./world.ts";
import type { Person, World } from "./world.ts";

// A provider with two warehouses, and an operator of one of them beside one of both.

let test_: TestApp;
let world: World;
let bound: Person;
let ofProvider: Acting;
let [own, other]: StockStage[] = [];
let receipts: { own: ReceiptsRows; other: ReceiptsRows };

const acting = <T>(work: (tx: Tx) => Promise<T>) => test_.services.database.transaction(ofProvider, work);
const by = ({ token }: Person) => ({ token });

beforeAll(async () => {
  test_ = await startTestApp();
  world = await makeWorld(test_);
  bound = await addPerson(test_, { username: "alpha-bound", role: "operator", providerUuid: world.providerA });
  ofProvider = { kind: "provider", providerUuid: world.providerA, userUuid: world.provider.userUuid };
  await acting(async (tx) => {
    own = await stageStock(tx, { providerUuid: world.providerA, ownerUuid: world.providerA });
    await putStock(tx, own, { quantity: 5 });
    other = await stageStock(tx, { providerUuid: world.providerA, ownerUuid: world.providerA });
    await putStock(tx, other, { quantity: 11 });
    // The first SKU is in both.
    await putStock(tx, { ...other, variants: own.variants }, { quantity: 7 });
  });
  receipts = {
    own: await acting((tx) => addReceiptsRows(tx, world.provider)),
    other: await acting((tx) => addReceiptsRows(tx, world.provider)),
  };
  await bindOperator(test_, bound, [own?.warehouseUuid ?? "", receipts.own.warehouseUuid]);
});
afterAll(() => test_.close());

const stages = (): { own: StockStage; other: StockStage } => {
  if (own === undefined || other === undefined) throw new Error("no stages");
  return { own, other };
};
const variantOf = ({ variants }: StockStage, at = 0) => variants[at]?.variantUuid ?? "";

describe("an operator of one warehouse", () => {
  test("sees its receipts, their total and the to-dos about them, and nobody else's", async () => {
    const list = (person: Person) => request(test_.app, listReceipts, {}, by(person));
    expect((await list(bound)).data).toMatchObject({ total: 1, result: [{ receipt_uuid: receipts.own.receiptUuid }] });
    expect((await list(world.operator)).data.total).toBe(2);
    expect((await list(world.provider)).data.total).toBe(2);
    const countPutAway = async (person: Person) => {
      const { data } = await request(test_.app, listToDos, {}, by(person));
      return data.to_dos.find(({ kind }) => kind === "putAway")?.count;
    };
    expect(await countPutAway(bound)).toBe(1);
    expect(await countPutAway(world.operator)).toBe(2);
  });

  test("sees the pieces that are there, of SKUs that are elsewhere too", async () => {
    const { own: here } = stages();
    const onHand = async (person: Person) => {
      const { data } = await request(test_.app, listStock, { search: here.variants[0]?.sku ?? "" }, by(person));
      return data.result[0]?.on_hand;
    };
    expect(await onHand(bound)).toBe(5);
    expect(await onHand(world.operator)).toBe(12);
    const rows = async (person: Person) => {
      const { data } = await request(test_.app, listBalances, { variant_uuid: variantOf(here) }, by(person));
      return data.result.map(({ warehouse_uuid }) => warehouse_uuid);
    };
    expect(await rows(bound)).toEqual([here.warehouseUuid]);
    expect(await rows(world.operator)).toHaveLength(2);
    const moved = async (person: Person) =>
      (await request(test_.app, listMovements, { variant_uuid: variantOf(here) }, by(person))).data.total;
    expect(await moved(bound)).toBe(1);
    expect(await moved(world.operator)).toBe(2);
  });

  test("moves goods within it, and neither out of it nor into it; an operator of both does", async () => {
    const { own: here, other: there } = stages();
    const move = (person: Person, from: string | undefined, to: string | undefined) =>
      request(
        test_.app,
        moveStock,
        {
          variant_uuid: variantOf(here),
          from_location: from ?? "",
          to_location: to ?? "",
          quantity: 1,
          condition: "good",
          lot: "",
          note: "",
        },
        by(person),
      );
    const unknown = codes["stock.locationUnknown"].code;
    expect((await move(bound, here.barcodes[0], there.barcodes[0])).code).toBe(unknown);
    expect((await move(bound, there.barcodes[0], here.barcodes[0])).code).toBe(unknown);
    expect((await move(bound, there.barcodes[0], there.barcodes[1])).code).toBe(unknown);
    expect((await move(bound, here.barcodes[0], here.barcodes[1])).code).toBe(200);
    expect((await move(bound, here.barcodes[1], here.barcodes[0])).code).toBe(200);
    const ofBoth = await addPerson(test_, { username: "alpha-both", role: "operator", providerUuid: world.providerA });
    await bindOperator(test_, ofBoth, [here.warehouseUuid, there.warehouseUuid]);
    expect((await move(ofBoth, here.barcodes[0], there.barcodes[0])).code).toBe(200);
    expect((await move(ofBoth, there.barcodes[0], here.barcodes[0])).code).toBe(200);
  });

  test("merges no SKUs that are in another warehouse too", async () => {
    const { own: here } = stages();
    const [from, into] = [variantOf(here, 0), variantOf(here, 1)];
    const wish = { from_uuids: [from], into_uuid: into };
    const { code: refusal } = codes["goods.mergeElsewhere"];
    const preview = async (person: Person) => (await request(test_.app, previewMerge, wish, by(person))).data;
    expect((await preview(bound)).refusals.map(({ code }) => code)).toEqual([refusal]);
    expect(await preview(bound)).toMatchObject({ pieces: 5 });
    expect(await preview(world.operator)).toMatchObject({ pieces: 12, refusals: [] });
    expect((await request(test_.app, mergeVariants, wish, by(bound))).code).toBe(refusal);
  });

  test("archives no SKU with pieces in another warehouse", async () => {
    const { other: there } = stages();
    const { code } = await request(test_.app, setArchived, { variant_uuids: [variantOf(there)], archived: true }, by(bound));
    expect(code).toBe(codes["goods.hasStock"].code);
  });

  test("fetches photos of its receipts alone", async () => {
    const add = (receipt: ReceiptsRows) =>
      acting(async (tx) => {
        const fileUuid = newId();
        const file = { purpose: "photo", name: "a.jpg", extension: "jpg", content_type: "image/jpeg", byte_size: 4, store_key: fileUuid };
        await test_.services.files.put(fileUuid, Buffer.from("jpeg"), { contentType: "image/jpeg" });
        const provider_uuid = world.providerA;
        const user_uuid = world.provider.userUuid;
        await tx
          .insertInto("file")
          .values({ ...file, provider_uuid, file_uuid: fileUuid, user_uuid, sha256: Buffer.alloc(32) })
          .execute();
        const photo = { provider_uuid, receipt_uuid: receipt.receiptUuid, photo_uuid: newId(), owner_uuid: receipt.ownerUuid };
        await tx
          .insertInto("receipt_photo")
          .values({ ...photo, file_uuid: fileUuid, taken_by: user_uuid, at: new Date() })
          .execute();
        return `${fileUuid}.jpg`;
      });
    const [mine, theirs] = [await add(receipts.own), await add(receipts.other)];
    const fetch = async (person: Person, filename: string) =>
      (await request(test_.app, getFile, { filename }, by(person))).headers["content-type"];
    expect(await fetch(bound, mine)).toBe("image/jpeg");
    expect(await fetch(bound, theirs)).not.toBe("image/jpeg");
    expect(await fetch(world.operator, theirs)).toBe("image/jpeg");
  });

  test("reads its own entries of the audit log", async () => {
    const { data } = await request(test_.app, retrieveAuditLog, { page_size: 200 }, by(bound));
    expect(data.result.length).toBeGreaterThan(0);
    expect([...new Set(data.result.map(({ user_uuid }) => user_uuid))]).toEqual([bound.userUuid]);
    const whole = await request(test_.app, retrieveAuditLog, { page_size: 200 }, by(world.operator));
    expect(whole.data.total).toBeGreaterThan(data.total);
  });

  test("is told of a receipt by an event that names its warehouse", async () => {
    const { receiptUuid: receipt_uuid, ownerUuid: owner_uuid, warehouseUuid: warehouse_uuid } = receipts.other;
    await acting((tx) =>
      publishReceipt({ tx, providerUuid: world.providerA }, { receipt_uuid, owner_uuid, warehouse_uuid, status: "inspecting", version: 2 }),
    );
    const stored = await test_.services.database.transaction({ kind: "platform" }, (tx) =>
      tx
        .selectFrom("event")
        .select("warehouse_uuid")
        .where("topic", "=", receiptsChanged.name)
        .orderBy("event_uuid", "desc")
        .executeTakeFirst(),
    );
    expect(stored?.warehouse_uuid).toBe(warehouse_uuid);
  });
});
