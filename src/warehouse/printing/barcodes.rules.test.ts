import { describe, expect, test } from "vitest";
import { chooseLinearSymbology, getQuietZone, chooseSquareSymbology, fitSymbol } from "./barcodes.rules.ts";

describe("the symbology of a code", () => {
  test.each([
    ["4006381333931", "ean13"],
    ["036000291452", "upca"],
    ["96385074", "ean8"],
    ["4006381333932", "code128"],
    ["40063813339310", "code128"],
    ["A-01-01", "code128"],
    ["仓A-01", null],
    ["A\n1", null],
    ["X".repeat(49), null],
    ["", null],
  ])("for %j as a linear barcode is %s", (text, symbology) => {
    expect(chooseLinearSymbology(text)).toBe(symbology);
  });

  test("for a square code is Data Matrix, or QR with characters beyond ASCII", () => {
    expect(chooseSquareSymbology("A-01-01")).toBe("datamatrix");
    expect(chooseSquareSymbology("仓A-01")).toBe("qrcode");
  });
});

describe("the size of a symbol", () => {
  test("has bars of whole printer dots, at least two, and quiet zones on both sides", () => {
    const size = fitSymbol("code128", { columns: 112, rows: null }, { width: 67, height: 20 });
    expect(size).toEqual({ module: 0.5, width: 66, height: 20, isSharp: true });
    expect(size.width).toBe((112 + 2 * getQuietZone("code128")) * 0.5);
  });

  test("is not sharp when the bars would be finer, and stays within the box", () => {
    const size = fitSymbol("code128", { columns: 180, rows: null }, { width: 40, height: 10 });
    expect(size).toEqual({ module: 0.2, width: 40, height: 10, isSharp: false });
  });

  test("follows the shorter side for a square code", () => {
    expect(fitSymbol("qrcode", { columns: 21, rows: 21 }, { width: 90, height: 15 })).toEqual({
      module: 0.5,
      width: 14.5,
      height: 14.5,
      isSharp: true,
    });
  });
});
