import { platform } from "#server/platform/db/row-security.ts";
import { findsNothing } from "./example.ts";
import type { Aim, Example } from "./example.ts";
import { photograph } from "./examples-receipts.ts";
import { addOrderRows } from "./rows-orders.ts";
import type { OrderRows } from "./rows-orders.ts";
import { addReturnRows } from "./rows-returns.ts";
import type { ReturnRows } from "./rows-returns.ts";
import type { Person } from "./world.ts";

/** Creates an example about a return in a state; the foreign one names another's. */
function about(of: Parameters<typeof addReturnRows>[2], input: (rows: ReturnRows) => object): Example {
  const make = ({ test }: Aim, person: Person): Promise<ReturnRows> =>
    test.services.database.transaction(platform, (tx) => addReturnRows(tx, person, of));
  return {
    own: async (aim) => input(await make(aim, aim.owner)),
    withForeign: async (aim) => input(await make(aim, aim.foreign.person)),
  };
}

/** The same about a shipped order. */
function ofOrder(input: (rows: OrderRows) => object): Example {
  const make = ({ test }: Aim, person: Person): Promise<OrderRows> =>
    test.services.database.transaction(platform, (tx) => addOrderRows(tx, person, "shipped"));
  return {
    own: async (aim) => input(await make(aim, aim.owner)),
    withForeign: async (aim) => input(await make(aim, aim.foreign.person)),
  };
}

/** Adds a photo that the caller uploaded. */
const withPhotos = ({ own, withForeign }: Example): Example => {
  const add = (make: Example["own"]) => async (aim: Aim) => ({ ...((await make(aim)) as object), filenames: await photograph(aim) });
  return { own: add(own), ...(withForeign === undefined ? {} : { withForeign: add(withForeign) }) };
};

const named = ({ returnUuid }: ReturnRows) => ({ return_uuid: returnUuid });
const ofVersion = (rows: ReturnRows) => ({ ...named(rows), version: 1 });
const ofLine = (rows: ReturnRows) => ({ ...named(rows), line_uuid: rows.lineOfReturn });

/** An input for each call of returns. */
export const returnsExamples: Readonly<Record<string, Example>> = {
  "returns.list-returns": about("inspected", ({ stage }) => ({ warehouse_uuid: stage.warehouseUuid })),
  "returns.get-return": about("decided", named),
  "returns.get-returnable": ofOrder(({ orderUuid }) => ({ order_uuid: orderUuid })),
  "returns.announce-return": ofOrder(({ orderUuid }) => ({ order_uuid: orderUuid, reason: "refused", tracking_number: "1Z999" })),
  "returns.cancel-return": about("expected", ofVersion),
  "returns.decide-return": about("inspected", (rows) => ({
    ...ofVersion(rows),
    lines: [{ line_uuid: rows.lineOfReturn, good_decision: "restock", damaged_decision: "scrap" }],
  })),
  "returns.decide-returns": about("inspected", ({ returnUuid }) => ({
    return_uuids: [returnUuid],
    good_decision: "restock",
    damaged_decision: "scrap",
  })),
  "returns.get-rule": { own: async () => ({}) },
  "returns.save-rule": { own: async () => ({ good_decision: "restock", damaged_decision: "", version: 0 }) },
  "returns.find-by-scan": findsNothing(about("expected", ({ returnNumber }) => ({ code: returnNumber }))),
  "returns.arrive": about("expected", named),
  "returns.receive-parcel": ofOrder(({ orderUuid, stage }) => ({ warehouse_uuid: stage.warehouseUuid, order_uuid: orderUuid })),
  "returns.assign": about("unknown", (rows) => ({ ...ofVersion(rows), order_number: rows.orderNumber })),
  "returns.inspect": about("arrived", (rows) => ({ ...named(rows), code: rows.sku, lot: "L1" })),
  "returns.finish-inspection": about("counted", ofVersion),
  "returns.suggest-locations": about("decided", ofLine),
  "returns.restock": about("decided", (rows) => ({ ...ofLine(rows), location: rows.stage.barcodes[0] ?? "", confirm: true })),
  "returns.dispose": about("decided", (rows) => ({ ...ofLine(rows), is_damaged: true })),
  "returns.undo-scan": about("counted", ({ scanUuid }) => ({ scan_uuid: scanUuid })),
  "returns.add-photos": withPhotos(about("arrived", named)),
  "returns.print-label": about("arrived", named),
};
