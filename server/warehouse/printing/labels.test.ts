import { describe, expect, test } from "vitest";
import { labelSheets, labelSizes, mostLabels } from "#src/warehouse/printing/label-templates.rules.ts";
import type { LabelSize } from "#src/warehouse/printing/label-templates.rules.ts";
import { bytesOf, readPdf } from "#tests/server/printed-pdf.ts";
import { scanned } from "#tests/server/scanned-page.ts";
import type { Scanner } from "#tests/server/scanned-page.ts";
import { drawBoxLabels, drawLocationLabels, drawProductLabels } from "./labels.ts";
import type { BoxLabel, LabelPrint, LocationLabel, ProductLabel } from "./labels.ts";

const now = new Date("2026-03-01T12:00:00Z");
const print: LabelPrint = { labelSize: "70x50", copies: 1, language: "en_us", now };
const location: LocationLabel = { barcode: "A-01-01", code: "A-01-01", warehouse: "Rotterdam" };
const product: ProductLabel = { sku: "MUG-RED-L", title: "Mug 陶瓷杯 № 5", barcode: "4006381333931" };
const box: BoxLabel = {
  receiptNumber: "RC-2026-000123",
  boxNumber: 2,
  boxCount: 12,
  retailer: "Mercer & Söhne",
  warehouse: "宁波一号仓",
  barcode: "RC-2026-000123-B002",
};

function page({ pages }: ReturnType<typeof readPdf>) {
  const [first] = pages;
  if (first === undefined) throw new Error("no page");
  return first;
}

/** What the label's code says to a scanner. */
function scanOf(pdf: ReturnType<typeof readPdf>, scanner: Scanner = "bars"): string {
  const { fills, ...paper } = page(pdf);
  return scanned(paper, fills[0] ?? [], scanner);
}

/** All that a person reads on the first page. */
function wordsOf(pdf: ReturnType<typeof readPdf>): string {
  return page(pdf)
    .texts.map(({ text }) => text)
    .join("");
}

describe("a location label", () => {
  test.each(labelSizes)("can be read by a scanner and by a person at %s", async (labelSize) => {
    const pdf = readPdf(await bytesOf(drawLocationLabels([location], { ...print, labelSize })));
    const sheet = labelSheets[labelSize];
    expect(page(pdf).width).toBeCloseTo(sheet.width, 3);
    expect(page(pdf).height).toBeCloseTo(sheet.height, 3);
    expect(scanOf(pdf)).toBe("A-01-01");
    expect(wordsOf(pdf)).toBe("RotterdamA-01-01");
  });

  test("prints its code far larger than the rest, and the barcode too if it differs", async () => {
    const pdf = readPdf(await bytesOf(drawLocationLabels([{ ...location, barcode: "RTM1-A-01-01", arrow: "up" }], print)));
    expect(scanOf(pdf)).toBe("RTM1-A-01-01");
    const [warehouse, code, barcode] = page(pdf).texts;
    expect([warehouse?.text, code?.text, barcode?.text]).toEqual(["Rotterdam", "A-01-01", "RTM1-A-01-01"]);
    expect(code?.size).toBeGreaterThan(1.5 * (warehouse?.size ?? 0));
  });

  test.each([
    ["bars too fine for the label", "RTM1-NORTH-A-01-01-03", "datamatrix"],
    ["letters beyond ASCII", "仓A-01-01", "qr"],
  ] as const)("uses a square code for %s", async (_why, barcode, scanner) => {
    const pdf = readPdf(await bytesOf(drawLocationLabels([{ ...location, barcode }], { ...print, labelSize: "40x30" })));
    expect(scanOf(pdf, scanner)).toBe(barcode);
  });
});

describe("a product label", () => {
  test.each([
    ["EAN-13", "4006381333931"],
    ["UPC-A", "036000291452"],
    ["EAN-8", "96385074"],
    ["Code 128, for a wrong check digit", "4006381333932"],
    ["Code 128, for letters", "mug~RED 01"],
  ])("uses %s", async (_symbology, barcode) => {
    const pdf = readPdf(await bytesOf(drawProductLabels([{ ...product, barcode }], print)));
    expect(scanOf(pdf)).toBe(barcode);
  });

  test("encodes the SKU if there is no barcode", async () => {
    expect(scanOf(readPdf(await bytesOf(drawProductLabels([{ ...product, barcode: null }], print))))).toBe("MUG-RED-L");
  });

  test("prints lot and expiry in the file's language, and Latin and Chinese side by side", async () => {
    const goods = { ...product, lot: "L7", expiry: "2027-03-31" };
    const english = readPdf(await bytesOf(drawProductLabels([goods], print)));
    const chinese = readPdf(await bytesOf(drawProductLabels([goods], { ...print, language: "zh_cn" })));
    expect(wordsOf(english)).toBe("MUG-RED-LMug 陶瓷杯 № 54006381333931Lot L7 · Expires 2027-03-31");
    expect(wordsOf(chinese)).toBe("MUG-RED-LMug 陶瓷杯 № 54006381333931批次 L7 · 有效期至 2027-03-31");
  });

  test("prints the letters of its owner's country and a rare character by its common form, but no invisible ones", async () => {
    for (const [title, written] of [
      ["Łódź\u202E\n kubek\u0000", "Łódź kubek"],
      ["Čaj z Ústí", "Čaj z Ústí"],
      ["머그컵", "머그컵"],
      ["Κούπα Чашка", "Κούπα Чашка"],
      // a compatibility ideograph, which no face of ours has
      ["\u{2F804}好", "你好"],
    ] as const)
      expect(wordsOf(readPdf(await bytesOf(drawProductLabels([{ ...product, title }], print))))).toContain(written);
  });
});

describe("a box label", () => {
  test.each(labelSizes)("has its number in a QR code at %s", async (labelSize) => {
    expect(scanOf(readPdf(await bytesOf(drawBoxLabels([box], { ...print, labelSize }))), "qr")).toBe("RC-2026-000123-B002");
  });

  test("prints the box number and the number of boxes, in both languages", async () => {
    const large = { ...print, labelSize: "100x150" as const };
    const english = wordsOf(readPdf(await bytesOf(drawBoxLabels([box], large))));
    const chinese = wordsOf(readPdf(await bytesOf(drawBoxLabels([box], { ...large, language: "zh_cn" }))));
    expect(english).toBe("Box 2 of 12Receipt RC-2026-000123Retailer: Mercer & SöhneTo: 宁波一号仓RC-2026-000123-B002");
    expect(chinese).toBe("第 2 箱，共 12 箱入库单 RC-2026-000123分销商：Mercer & Söhne收货仓库：宁波一号仓RC-2026-000123-B002");
  });
});

describe("a file of labels", () => {
  const count = (labelSize: LabelSize, copies: number) =>
    bytesOf(drawLocationLabels([location, { ...location, code: "B" }, location], { ...print, labelSize, copies })).then((bytes) =>
      readPdf(bytes).pages.map(({ fills }) => fills.length),
    );

  test("has a page per label for a roll, and full sheets for A4", async () => {
    expect(await count("50x30", 2)).toEqual([1, 1, 1, 1, 1, 1]);
    expect(await count("a4_3x8", 9)).toEqual([24, 3]);
    expect(await count("a4_2x7", 4)).toEqual([12]);
  });

  test("keeps the longest texts within the label", async () => {
    const long = {
      barcode: "X".repeat(300),
      code: "BULK-NORTH-".repeat(20),
      warehouse: "宁波保税区一号仓".repeat(20),
      arrow: "down" as const,
    };
    const { pages } = readPdf(await bytesOf(drawLocationLabels([long], { ...print, labelSize: "40x30" })));
    expect(pages).toHaveLength(1);
    const [paper] = pages;
    expect(paper?.texts.every(({ x, y }) => x >= 0 && x < 40 && y > 0 && y < 30)).toBe(true);
    expect(wordsOf({ pages, objects: [] })).toContain("…");
    const code = paper?.fills.flat() ?? [];
    expect(code.length).toBeGreaterThan(100);
    expect(code.every(({ x, y, width, height }) => x >= 0 && y >= 0 && x + width <= 40 && y + height <= 30)).toBe(true);
  });

  test("is identical for the same labels, small, and has metadata", async () => {
    const [one, other] = await Promise.all(
      [0, 1].map(() => bytesOf(drawProductLabels([product], { ...print, author: "Mercer", language: "zh_cn" }))),
    );
    expect(one?.equals(other ?? Buffer.alloc(0))).toBe(true);
    expect(one?.length).toBeLessThan(40_000);
    const { objects } = readPdf(one ?? Buffer.alloc(0));
    const catalogue = objects.find(({ dictionary }) => dictionary.includes("/Type /Catalog"));
    expect(catalogue?.dictionary).toContain("/Lang (zh-CN)");
    expect(objects.some(({ dictionary }) => dictionary === "(Mercer)")).toBe(true);
    expect(objects.some(({ dictionary }) => dictionary === "(D:20260301120000Z)")).toBe(true);
    expect(objects.every(({ dictionary }) => !dictionary.includes("/Subtype /Image"))).toBe(true);
    const fonts = objects.filter(({ dictionary }) => dictionary.includes("/Subtype /Type0"));
    expect(fonts.length).toBeGreaterThan(1);
    expect(fonts.every(({ dictionary }) => dictionary.includes("/ToUnicode"))).toBe(true);
  });

  test("is streamed as it is read, and stops when the reader does", async () => {
    const labels = drawLocationLabels(
      Array.from({ length: mostLabels }, () => location),
      print,
    );
    for await (const chunk of labels) {
      expect((chunk as Buffer).length).toBeLessThan(100_000);
      break;
    }
    expect(labels.destroyed).toBe(true);
  });

  test("cannot have no labels, too many labels or an invalid number of copies", () => {
    expect(() => drawLocationLabels([], print)).toThrow(RangeError);
    expect(() => drawProductLabels([product], { ...print, copies: mostLabels + 1 })).toThrow(RangeError);
    expect(() => drawBoxLabels([box], { ...print, copies: 0.5 })).toThrow(RangeError);
  });
});
