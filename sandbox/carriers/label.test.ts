import { expect, test } from "vitest";
import { drawLabel, writeZpl } from "./label.ts";
import { createShipments } from "./shipments.ts";

test("a label is a PDF of one page, 100 x 150 mm, whose table of objects is right", () => {
  const shipment = createShipments().add({
    carrier: "yanwen",
    clientId: "a",
    reference: "QS-(1)",
    productCode: "112",
    grams: 95,
    recipient: { name: "Zoë \\ 王小明", country: "US", lines: ["12 Main St", "Auburn 13021"] },
  });
  if (shipment === null) throw new Error("not accepted");
  const text = drawLabel(shipment).toString("latin1");
  expect(text.startsWith("%PDF-1.4\n")).toBe(true);
  expect(text).toContain("/MediaBox [0 0 283.46 425.2]");
  expect(text).toContain(String.raw`(Reference: QS-\(1\)) Tj`);
  const offsets = [...text.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset));
  expect(offsets.map((offset) => text.slice(offset, offset + 7))).toEqual([1, 2, 3, 4, 5].map((number) => `${number} 0 obj`));
  const [, length, stream] = /\/Length (\d+) >>\nstream\n([\s\S]*)\nendstream/.exec(text) ?? [];
  expect(stream).toHaveLength(Number(length));
  expect(Number(/startxref\n(\d+)/.exec(text)?.[1])).toBe(text.indexOf("xref\n0 6"));
});

test("a label in ZPL begins and ends one, has the number as Code 128, and no command in its texts", () => {
  const shipment = createShipments().add({
    carrier: "yunexpress",
    clientId: "a",
    reference: "QS-1",
    productCode: "YT-DIRECT",
    grams: 95,
    labelFormat: "ZPL",
    recipient: { name: "Zoë ^XZ ~JR", country: "US", lines: ["12 Main St", "Auburn 13021"] },
  });
  if (shipment === null) throw new Error("not accepted");
  const text = writeZpl(shipment);
  expect(text).toMatch(/^\^XA\n[\s\S]*\n\^XZ\n$/);
  expect(text).toContain(`^BCN,200,N,N,N^FD${shipment.waybillNumber}^FS`);
  expect(text).toContain("^FDZoë  XZ  JR^FS");
  expect(text.split("^XZ")).toHaveLength(2);
});
