import { expect, test } from "vitest";
import { parseReceiptView } from "./receipt-view.rules.ts";

const uuid = "019387f2-8c00-7000-8000-00000000000a";

test.each([
  [{}, { kind: "list" }],
  [{ receipt: "new" }, { kind: "new" }],
  [
    { receipt: "new", sku: "MUG-BLUE", owner: uuid },
    { kind: "new", sku: "MUG-BLUE", ownerUuid: uuid },
  ],
  [
    { receipt: "new", sku: 1234, owner: "me" },
    { kind: "new", sku: "1234" },
  ],
  [{ receipt: "new", sku: { code: 1 }, owner: uuid }, { kind: "new" }],
  [{ receipt: uuid }, { kind: "shown", uuid }],
  [
    { receipt: uuid, edit: "1" },
    { kind: "edited", uuid },
  ],
  [{ receipt: "R-1" }, { kind: "list" }],
  [{ receipt: 7 }, { kind: "list" }],
  [{ receipt: "new'--" }, { kind: "list" }],
])("%j shows %j", (search, place) => {
  expect(parseReceiptView(search)).toEqual(place);
});
