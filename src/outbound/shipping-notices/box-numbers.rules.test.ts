import { expect, test } from "vitest";
import { findFaults, listGiven, placeRows, splitCells } from "./box-numbers.rules.ts";
import type { NumberedBox } from "./box-numbers.rules.ts";

const boxes: NumberedBox[] = ["1/4", "2/4", "3/4", "LAST"].map((box_mark, at) => ({
  parcel_uuid: `box${at + 1}`,
  parcel_number: `P-00${at + 1}`,
  box_mark,
  takes_number: at !== 1,
}));

test("a pasted column fills the boxes that wait from the field on, without its header and the empty line at its end", () => {
  const { numbers, strays } = placeRows(boxes, {}, 0, splitCells("Waybill\r\nYT01\r\nYT02\r\nYT03\r\n"));
  expect(numbers).toEqual({ box1: "YT01", box3: "YT02", box4: "YT03" });
  expect(strays).toEqual([]);
  const later = placeRows(boxes, { box1: "YT01" }, 1, splitCells("A1\nA2\nA3"));
  expect(later.numbers).toEqual({ box1: "YT01", box3: "A1", box4: "A2" });
  expect(later.strays).toEqual([{ row: 3, text: "A3", why: "beyond" }]);
});

test("two columns go by the name of the box: its mark, its parcel number or its place, and rows without a box are named", () => {
  const rows = splitCells("Box\tWaybill\nlast\tYT04\np-003\tYT03\n1\tYT01\n2/4\tYT02\n9/4\tYT09\nLAST\tYT05\n3/4");
  const { numbers, strays } = placeRows(boxes, {}, 0, rows);
  expect(numbers).toEqual({ box4: "YT04", box3: "YT03", box1: "YT01" });
  expect(strays).toEqual([
    { row: 5, text: "2/4", why: "numbered" },
    { row: 6, text: "9/4", why: "unknown" },
    { row: 7, text: "LAST", why: "again" },
    { row: 8, text: "3/4", why: "again" },
  ]);
  expect(placeRows(boxes, {}, 0, splitCells("1/4\tYT01\n3/4")).strays).toEqual([{ row: 2, text: "3/4", why: "noNumber" }]);
});

test("a number that another box has, that a spreadsheet rounded or that no barcode holds is a fault of its box", () => {
  const numbers = { box1: " YT01 ", box3: "YT01", box4: "1.23457E+15" };
  expect(Object.fromEntries(findFaults(boxes, numbers, new Set()))).toEqual({ box1: "twice", box3: "twice", box4: "rounded" });
  expect(Object.fromEntries(findFaults(boxes, { box1: "顺丰", box3: "A B", box4: "OLD" }, new Set(["OLD"])))).toEqual({
    box1: "wrong",
    box3: "wrong",
    box4: "twice",
  });
  expect(findFaults(boxes, { box1: "YT01", box3: "" }, new Set()).size).toBe(0);
  expect(listGiven(boxes, numbers)[0]).toEqual({ parcel_uuid: "box1", waybill_number: "YT01" });
});
