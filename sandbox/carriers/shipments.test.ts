import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createShipments } from "./shipments.ts";
import { readState, writeChange } from "./state-file.ts";

test("a reference has one shipment that is not cancelled, and numbers are found in their own account only", () => {
  const shipments = createShipments();
  const wanted = {
    carrier: "4px",
    clientId: "a",
    reference: "R",
    productCode: "A2",
    grams: 1,
    recipient: { name: "", country: "US", lines: [] },
  } as const;
  const first = shipments.add(wanted);
  expect(shipments.add(wanted)).toBeNull();
  expect(shipments.add({ ...wanted, clientId: "b" })).not.toBeNull();
  if (first === null) throw new Error("not accepted");
  shipments.move(first, "cancelled");
  const second = shipments.add(wanted);
  expect(second?.waybillNumber).not.toBe(first.waybillNumber);
  expect(shipments.find("4px", "a", "R")).toBe(second);
  expect(shipments.find("4px", "b", first.waybillNumber)).toBeNull();
  expect(shipments.find("yanwen", "a", "R")).toBeNull();
});

test("shipments survive a restart, and a line that was cut off is skipped", () => {
  const folder = mkdtempSync(join(tmpdir(), "quayside-carriers-"));
  const path = join(folder, "carriers.jsonl");
  try {
    const open = () => createShipments({ earlier: readState(path), changed: (shipment) => writeChange(path, shipment) });
    const before = open();
    const shipment = before.add({
      carrier: "yunexpress",
      clientId: "a",
      reference: "R",
      productCode: "BKZXR",
      grams: 95,
      recipient: { name: "Zoë", country: "US", lines: ["12 Main St"] },
    });
    if (shipment === null) throw new Error("not accepted");
    before.move(shipment, "inTransit");
    before.forgetLabel(shipment);
    appendFileSync(path, '{"carrier":"yunex');
    const after = open();
    expect(after.find("yunexpress", "a", "R")).toEqual(shipment);
    expect(after.list()).toHaveLength(1);
    expect(readFileSync(path, "utf8").trim().split("\n")).toHaveLength(1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
