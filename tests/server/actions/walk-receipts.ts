import { uploadImages } from "#src/kit/files/files.contract.ts";
import { receipt } from "#src/warehouse/receipts/receipts.contract.ts";
import { receiptStatuses } from "#src/warehouse/receipts/receipts.machine.ts";
import type { ReceiptStatus } from "#src/warehouse/receipts/receipts.machine.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { tinyPng } from "#tests/factories/tiny-png.ts";
import { request } from "../client.ts";
import { addReceiptsRows } from "../rows-receipts.ts";
import { addWarehousesRows } from "../rows-warehouses.ts";
import type { Person } from "../world.ts";
import type { SubjectWalk } from "./walk.ts";

const states = [
  ...receiptStatuses.flatMap((status) => [`${status}, owned by a retailer`, `${status}, owned by the provider`]),
  "draft without lines",
  "draft of a closed warehouse",
  "draft that came back",
];

/** Receipts in each state, of each kind of owner. */
export const receiptsWalk: SubjectWalk = {
  actions: [
    "submit",
    "confirm",
    "edit",
    "withdraw",
    "return",
    "cancel",
    "close_short",
    "delete",
    "decide",
    "labels",
    "paper",
    "photograph",
  ].map((name) => `receipts.${name}`),
  states,
  async make({ test, world, viewer, ask }, state, action) {
    const isOfProvider = state.endsWith("by the provider");
    const owner: Person = isOfProvider ? world.provider : world.retailer;
    // A retailer does not see the supplier's own receipts.
    if (isOfProvider && viewer.role === "dropShipper") return null;
    const status = (/^\w+/.exec(state)?.[0] ?? "") as ReceiptStatus;
    const acting = { kind: owner.role, providerUuid: owner.providerUuid, retailerUuid: owner.retailerUuid, userUuid: owner.userUuid };
    const rows = await test.services.database.transaction(acting, (tx) => addReceiptsRows(tx, owner, status));
    const { receiptUuid: receipt_uuid, lineUuid: line_uuid, warehouseUuid: warehouse_uuid, variantUuid: variant_uuid } = rows;
    const staff = { kind: "provider", providerUuid: world.providerA, userUuid: world.provider.userUuid } as const;
    const other = await test.services.database.transaction(staff, async (tx) => {
      const ofReceipt = { provider_uuid: world.providerA, receipt_uuid };
      if (state === "draft without lines")
        await tx.deleteFrom("receipt_line").where("provider_uuid", "=", world.providerA).where("receipt_uuid", "=", receipt_uuid).execute();
      if (state === "draft that came back") {
        const event = { event: "submit", from_status: "draft", to_status: "submitted", detail: "{}" };
        await tx
          .insertInto("receipt_event")
          .values({ ...ofReceipt, ...event, owner_uuid: rows.ownerUuid, event_uuid: newId(), at: new Date(), user_uuid: owner.userUuid })
          .execute();
      }
      if (state !== "draft of a closed warehouse") return null;
      await tx
        .updateTable("warehouse")
        .set({ is_closed: true })
        .where("provider_uuid", "=", world.providerA)
        .where("warehouse_uuid", "=", warehouse_uuid)
        .execute();
      // Whoever edits it chooses another one.
      return (await addWarehousesRows(tx, world.provider)).warehouseUuid;
    });
    const subject = await ask(receipt, { receipt_uuid });
    const step = { receipt_uuid, version: subject.version };
    const withReason = { ...step, reason: "Why it is so" };
    const files = [{ field: "images", name: "a.png", bytes: tinyPng }];
    const uploaded =
      action === "receipts.photograph" ? await request(test.app, uploadImages, {}, { token: viewer.person.token, files }) : null;
    return {
      subject,
      inputs: {
        "receipts.submit-receipt": step,
        "receipts.confirm-receipt": step,
        "receipts.update-receipt": { ...step, warehouse_uuid: other ?? warehouse_uuid, lines: [{ variant_uuid, expected: 3 }] },
        "receipts.withdraw-receipt": step,
        "receipts.return-receipt": withReason,
        "receipts.cancel-receipt": withReason,
        "receipts.close-short-receipt": withReason,
        "receipts.delete-draft": step,
        "receipts.decide-unqualified": { receipt_uuid, line_uuid, decision: "accept", quantity: 1 },
        "receipts.print-box-labels": { receipt_uuid },
        "receipts.print-receipt": { receipt_uuid },
        "receipts.add-photos": { receipt_uuid, filenames: uploaded?.data.result.map(({ filename }) => filename) ?? [`${newId()}.png`] },
      },
    };
  },
};
