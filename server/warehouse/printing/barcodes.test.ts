import { describe, expect, test } from "vitest";
import type { Box } from "#src/warehouse/printing/boxes.rules.ts";
import { scanned } from "#tests/server/scanned-page.ts";
import { layOutBarcode } from "./barcodes.ts";

const room: Box = { x: 2, y: 3, width: 60, height: 20 };

/** How much white there is around the dark, within the room. */
function whiteAround(dark: readonly Box[]): { left: number; right: number; top: number; bottom: number } {
  return {
    left: Math.min(...dark.map(({ x }) => x)) - room.x,
    right: room.x + room.width - Math.max(...dark.map(({ x, width }) => x + width)),
    top: Math.min(...dark.map(({ y }) => y)) - room.y,
    bottom: room.y + room.height - Math.max(...dark.map(({ y, height }) => y + height)),
  };
}

describe("a barcode in its box", () => {
  test("is centred, with at least ten modules of white on either side", () => {
    const dark = layOutBarcode(room, "A-01-01", "bars");
    const module = Math.min(...dark.map(({ width }) => width));
    const { left, right, top, bottom } = whiteAround(dark);
    expect(module).toBe(0.375);
    expect(left).toBeCloseTo(right);
    expect(left).toBeGreaterThanOrEqual(10 * module);
    expect([top, bottom]).toEqual([0, 0]);
  });

  test("has at least four modules of white around it as a QR code", () => {
    const dark = layOutBarcode(room, "RC-1", "qr");
    const module = Math.min(...dark.map(({ height }) => height));
    expect(Math.min(...Object.values(whiteAround(dark)))).toBeGreaterThanOrEqual(4 * module - 1e-9);
    expect(scanned({ width: 64 }, dark, "qr")).toBe("RC-1");
  });

  test("stays within the box and readable even for a very long text", () => {
    const text = "0123456789abcdef".repeat(20);
    const dark = layOutBarcode(room, text, "bars");
    expect(Math.min(...Object.values(whiteAround(dark)))).toBeGreaterThan(0);
    expect(scanned({ width: 64 }, dark, "datamatrix")).toBe(text);
  });

  test("is empty for an empty text, and throws for a text too long for any symbol", () => {
    expect(layOutBarcode(room, "", "bars")).toEqual([]);
    expect(() => layOutBarcode(room, "x".repeat(5000), "bars")).toThrow("too long");
  });
});
