import type { ImportKindName } from "#src/warehouse/imports/imports.contract.ts";
import { uploadImport } from "#src/warehouse/imports/imports.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { request } from "../client.ts";
import type { UploadedFile } from "../client.ts";
import { addWarehousesRows } from "../rows-warehouses.ts";
import { addWaybillRows } from "../rows-waybills.ts";
import { stageStock } from "../stage-stock.ts";
import type { StockStage } from "../stage-stock.ts";
import type { Stage, SubjectWalk } from "./walk.ts";

/** Returns the code of a stage's warehouse, as in its barcodes. */
const getCode = ({ barcodes }: StockStage) => `W${barcodes[0]?.slice(0, -2) ?? ""}`;

/** A valid workbook of each kind, as CSV. */
const tables: Readonly<Record<ImportKindName, (stage: Stage) => Promise<string>>> = {
  async orders({ test, world, viewer }) {
    const owned = { providerUuid: world.providerA, ownerUuid: viewer.person.retailerUuid ?? world.providerA };
    const staged = await test.services.database.transaction({ kind: "provider", providerUuid: world.providerA }, (tx) =>
      stageStock(tx, owned),
    );
    const header = "Order number,Consignee,Address,City,Country,SKU,Quantity";
    return `${header}\nSO-${newId().slice(-8)},Alex Example,1 Example Street,Springfield,US,${staged.variants[0]?.sku ?? ""},5`;
  },
  async receipts({ test, world, viewer }) {
    const owned = { providerUuid: world.providerA, ownerUuid: viewer.person.retailerUuid ?? world.providerA };
    const staged = await test.services.database.transaction({ kind: "provider", providerUuid: world.providerA }, (tx) =>
      stageStock(tx, owned),
    );
    return `Receipt number,Warehouse,SKU,Expected quantity\nPO-${newId().slice(-8)},${getCode(staged)},${staged.variants[0]?.sku ?? ""},5`;
  },
  async products() {
    return `SKU,Product title\nSKU-${newId()},Mug`;
  },
  async locations({ test, world }) {
    const staff = { kind: "provider", providerUuid: world.providerA, userUuid: world.provider.userUuid } as const;
    const code = await test.services.database.transaction(staff, async (tx) => {
      const { warehouseUuid } = await addWarehousesRows(tx, world.provider);
      return tx
        .selectFrom("warehouse")
        .select("code")
        .where("provider_uuid", "=", world.providerA)
        .where("warehouse_uuid", "=", warehouseUuid)
        .executeTakeFirstOrThrow();
    });
    return `Warehouse,Partition,Shelf,Location\n${code.code},N,N-01,${newId().slice(-12)}`;
  },
  async tracks({ test, world }) {
    const shipped = await test.services.database.transaction({ kind: "provider", providerUuid: world.providerA }, (tx) =>
      addWaybillRows(tx, world.retailer, { isByHand: true, isHandedOver: true }),
    );
    return `Waybill number,Status\n${shipped.waybillNumber},delivered`;
  },
  async "opening-stock"({ test, world }) {
    const ofProvider = { providerUuid: world.providerA, ownerUuid: world.providerA };
    const staged = await test.services.database.transaction({ kind: "provider", providerUuid: world.providerA }, (tx) =>
      stageStock(tx, ofProvider),
    );
    return `Warehouse,Location,SKU,Quantity\n${getCode(staged)},${staged.barcodes[0] ?? ""},${staged.variants[0]?.sku ?? ""},5`;
  },
};

function makeWorkbook(text: string): readonly UploadedFile[] {
  return [{ field: "workbook", name: "rows.csv", bytes: Buffer.from(text) }];
}

async function uploadAs({ test, viewer }: Stage, kind: ImportKindName, files: readonly UploadedFile[]): Promise<string> {
  const { data, text } = await request(test.app, uploadImport, { kind }, { token: viewer.person.token, files });
  const { job } = data;
  if (job === null || job.problem_count > 0) throw new Error(`${kind}: ${text}`);
  return job.import_uuid;
}

/** An import of a kind: uploads its workbook, then posts or discards it. */
export function importWalk(action: string, kind: ImportKindName): SubjectWalk {
  return {
    actions: [action],
    states: ["as it is"],
    async make(stage) {
      const files = makeWorkbook(await tables[kind](stage));
      const import_uuid = await uploadAs(stage, kind, files);
      const ofImport = { "imports.post-import": { import_uuid }, "imports.discard-import": { import_uuid } };
      return { subject: { is_closed: false }, inputs: { "imports.upload-import": { kind }, ...ofImport }, files };
    },
  };
}
