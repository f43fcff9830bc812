import { expect, test } from "vitest";
import { findWarehouse, toSingleInput } from "./single-steps.rules.ts";

const [here, there] = ["0198-here", "0198-there"];

test("a scan of a single piece sends its warehouse, the lot that its code says, and the packing location that was scanned", () => {
  expect(toSingleInput({ text: "MUG" }, { warehouse: here, location: "" })).toEqual({ code: "MUG", warehouse_uuid: here });
  expect(toSingleInput({ text: "TEA", lot: "B2" }, { warehouse: here, location: "PACK-1" })).toEqual({
    code: "TEA",
    warehouse_uuid: here,
    lot: "B2",
    location: "PACK-1",
  });
  const element = { text: "0106912345678901102B", gtin: "06912345678901", lot: "2B" };
  expect(toSingleInput(element, { warehouse: here, location: "" })).toEqual({ code: "6912345678901", warehouse_uuid: here, lot: "2B" });
});

test("the warehouse is the one that was chosen or scanned, or the only one; of several, somebody chooses", () => {
  expect(findWarehouse(there, [here, there])).toBe(there);
  expect(findWarehouse("", [here])).toBe(here);
  expect(findWarehouse("", [here, there])).toBe("");
  // One that the person may no longer work in does not apply.
  expect(findWarehouse("0198-closed", [here, there])).toBe("");
  expect(findWarehouse("0198-closed", [here])).toBe(here);
  // Without network, nothing else is known.
  expect(findWarehouse(there, undefined)).toBe(there);
});
