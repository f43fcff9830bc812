import { expect, test } from "vitest";
import { listToteCodes } from "./totes.rules.ts";

test("totes are numbered from the first on, with leading zeros, in capital letters", () => {
  expect(listToteCodes({ prefix: " tote-", first_number: 9, count: 3, digits: 3 })).toEqual({
    ok: true,
    value: ["TOTE-009", "TOTE-010", "TOTE-011"],
  });
  expect(listToteCodes({ prefix: "", first_number: 999, count: 2, digits: 2 })).toEqual({ ok: true, value: ["999", "1000"] });
});

test("a prefix that cannot be printed as a barcode is refused", () => {
  const series = { first_number: 1, count: 1, digits: 3 };
  for (const prefix of ["箱", "TOTE 1", "T".repeat(40)])
    expect(listToteCodes({ ...series, prefix })).toEqual({ ok: false, problem: "warehouses.barcodeShape" });
});
