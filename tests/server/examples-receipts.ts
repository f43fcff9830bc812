import { tinyPng } from "#tests/factories/tiny-png.ts";
import { uploadImages } from "#src/kit/files/files.contract.ts";
import type { ReceiptStatus } from "#src/warehouse/receipts/receipts.machine.ts";
import { request } from "./client.ts";
import type { Aim, Example } from "./example.ts";
import { addReceiptsRows } from "./rows-receipts.ts";
import type { ReceiptsRows } from "./rows-receipts.ts";
import type { Person } from "./world.ts";

async function receiptOf({ test }: Aim, person: Person, status?: ReceiptStatus): Promise<ReceiptsRows> {
  const { role: kind, providerUuid, retailerUuid, userUuid } = person;
  return test.services.database.transaction({ kind, providerUuid, retailerUuid, userUuid }, (tx) => addReceiptsRows(tx, person, status));
}

/** Creates an example whose input refers to a receipt in some state, the owner's or another's. */
function about(input: (rows: ReceiptsRows) => object, status?: ReceiptStatus): Example {
  return {
    own: async (aim) => input(await receiptOf(aim, aim.owner, status)),
    withForeign: async (aim) => input(await receiptOf(aim, aim.foreign.person, status)),
  };
}

const step = ({ receiptUuid }: ReceiptsRows) => ({ receipt_uuid: receiptUuid, version: 1 });
const withReason = (rows: ReceiptsRows) => ({ ...step(rows), reason: "Why it is so" });
const oneLine = ({ warehouseUuid, variantUuid }: ReceiptsRows) => ({
  warehouse_uuid: warehouseUuid,
  lines: [{ variant_uuid: variantUuid, expected: 3 }],
});

/** Uploads a photo, as the person who calls. */
export async function photograph({ test, owner }: Aim): Promise<string[]> {
  const files = [{ field: "images", name: "a.png", bytes: tinyPng }];
  const { data } = await request(test.app, uploadImages, {}, { token: owner.token, files });
  return data.result.map(({ filename }) => filename);
}

/** An input for each receipt call. */
export const receiptsExamples: Readonly<Record<string, Example>> = {
  "receipts.add-storage": {
    own: async (aim) => oneLine(await receiptOf(aim, aim.owner)),
    // In their own warehouse, with one line of their own goods and one of another's.
    withForeign: async (aim) => {
      const [own, foreign] = [oneLine(await receiptOf(aim, aim.owner)), oneLine(await receiptOf(aim, aim.foreign.person))];
      return { ...own, lines: [...own.lines, ...foreign.lines] };
    },
    foreignIs: "receipts.skuUnknown",
  },
  "receipts.update-receipt": about((rows) => ({ ...step(rows), ...oneLine(rows) }), "draft"),
  "receipts.list-receipts": {
    own: async () => ({}),
    withForeign: async (aim) => ({ owner_uuid: (await receiptOf(aim, aim.foreign.person)).ownerUuid }),
  },
  "receipts.receipt": about(({ receiptUuid }) => ({ receipt_uuid: receiptUuid })),
  "receipts.submit-receipt": about(step, "draft"),
  "receipts.withdraw-receipt": about(step, "submitted"),
  "receipts.return-receipt": about(withReason, "submitted"),
  "receipts.confirm-receipt": about(step, "submitted"),
  "receipts.cancel-receipt": about(withReason, "confirmed"),
  "receipts.close-short-receipt": about(withReason, "inspecting"),
  "receipts.delete-draft": about(step, "draft"),
  "receipts.decide-unqualified": about(({ receiptUuid, lineUuid }) => ({
    receipt_uuid: receiptUuid,
    line_uuid: lineUuid,
    decision: "accept",
    quantity: 1,
  })),
  "receipts.print-box-labels": about(({ receiptUuid }) => ({ receipt_uuid: receiptUuid, box_numbers: [1] })),
  "receipts.print-receipt": about(({ receiptUuid }) => ({ receipt_uuid: receiptUuid })),
  "receipts.scan-receipt": {
    ...about(({ receiptNumber }) => ({ code: `${receiptNumber}/1` }), "confirmed"),
    foreignIs: "receipts.codeUnknown",
  },
  "receipts.arrive-receipt": about(({ receiptUuid }) => ({ receipt_uuid: receiptUuid, box_numbers: [1] }), "confirmed"),
  "receipts.inspect": about(({ receiptUuid, barcode }) => ({ receipt_uuid: receiptUuid, code: barcode, qualified_quantity: 2 })),
  "receipts.undo-inspection": about(({ inspectionUuid }) => ({ inspection_uuid: inspectionUuid })),
  "receipts.suggest-putaway": about(({ receiptUuid, lineUuid }) => ({ receipt_uuid: receiptUuid, line_uuid: lineUuid })),
  "receipts.put-away": about(({ receiptUuid, lineUuid, location }) => ({
    receipt_uuid: receiptUuid,
    line_uuid: lineUuid,
    location,
    quantity: 1,
  })),
  "receipts.undo-putaway": about(({ taskUuid }) => ({ task_uuid: taskUuid }), "putting_away"),
  "receipts.add-photos": {
    own: async (aim) => ({ receipt_uuid: (await receiptOf(aim, aim.owner)).receiptUuid, filenames: await photograph(aim) }),
    withForeign: async (aim) => ({
      receipt_uuid: (await receiptOf(aim, aim.foreign.person)).receiptUuid,
      filenames: await photograph(aim),
    }),
  },
  "receipts.list-putaway": {
    own: async () => ({}),
    withForeign: async (aim) => ({ owner_uuid: (await receiptOf(aim, aim.foreign.person)).ownerUuid }),
  },
};
