import { createCanvas } from "@napi-rs/canvas";
import { PDFDocument } from "@cantoo/pdf-lib";
import { describe, expect, test } from "vitest";
import { renderPdf } from "#tests/server/rendered-pdf.ts";
import { drawShippingLabel } from "./draw-label.ts";
import type { ShippingLabel } from "./draw-label.ts";
import { findLabelProblems, mergeLabels } from "./merge-labels.ts";
import type { MergedLabel } from "./merge-labels.ts";

const label: ShippingLabel = {
  waybillNumber: "QS4006381333931CN",
  channelName: "Standard Europe 标准小包",
  sender: {
    name: "宁波一号仓",
    company: "Mercer & Söhne",
    phone: "+86 574 8888 0000",
    street: "北仑区进港路 18 号",
    city: "宁波",
    state: "浙江",
    postcode: "315800",
    country: "CN",
  },
  recipient: {
    name: "Łukasz Żółć 김민준",
    company: "",
    phone: "+48 22 123 45 67",
    street: "ul. Świętokrzyska 31/33A m. 12",
    city: "Warszawa",
    state: "",
    postcode: "00-001",
    country: "PL",
  },
  orderNumber: "OD-2026-000123",
  parcelNumber: "PK-2026-000456",
  parcelPosition: 1,
  parcelCount: 2,
  grams: 1234,
  collect: { cents: 4990, currency: "PLN" },
  customs: "2 × Ceramic mug 陶瓷杯, HS 69120000, 25.00 USD",
  language: "en_us",
  at: new Date("2026-03-01T12:00:00Z"),
};

/** Where each size has its codes. */
const places = {
  "100x150": { bars: { x: 0, y: 112, width: 100, height: 30 }, qr: { x: 70, y: 2, width: 28, height: 26 } },
  a4: { bars: { x: 105, y: 88, width: 105, height: 44 }, qr: { x: 105, y: 4, width: 100, height: 56 } },
};

async function drawPage(changed: Partial<ShippingLabel> = {}, size: "100x150" | "a4" = "100x150") {
  const [page] = await renderPdf(await drawShippingLabel({ ...label, ...changed }, size));
  if (page === undefined) throw new Error("no page");
  return page;
}

/** The text without the spaces that the faces of a line are split by. */
const withoutSpaces = (text: string) => text.replaceAll(/\s/g, "");

describe("our own label", () => {
  test.each(["100x150", "a4"] as const)("has a Code 128 and a QR code at %s that an independent decoder reads back", async (size) => {
    const page = await drawPage({}, size);
    expect(page.readBars(places[size].bars)).toBe("4 QS4006381333931CN");
    expect(page.readQr(places[size].qr)).toBe("QS4006381333931CN");
    const sides = size === "a4" ? [210, 297] : [100, 150];
    expect([Math.round(page.width), Math.round(page.height)]).toEqual(sides);
  });

  test("uses Code 128 for a number that would be an EAN, too", async () => {
    const page = await drawPage({ waybillNumber: "4006381333931" });
    expect(page.readBars(places["100x150"].bars)).toBe("4 4006381333931");
  });

  test("shows Chinese, Polish and Korean text that can be extracted", async () => {
    const text = withoutSpaces((await drawPage()).text);
    for (const part of ["标准小包", "宁波一号仓", "北仑区进港路18号", "陶瓷杯", "ŁukaszŻółć김민준", "Świętokrzyska", "POLAND(PL)"])
      expect(text).toContain(part);
  });

  test("prints its words in the language asked for, with weight, parcel and the amount to collect", async () => {
    const english = withoutSpaces((await drawPage()).text);
    const chinese = withoutSpaces((await drawPage({ language: "zh_cn" })).text);
    for (const part of ["From", "To", "Cashondelivery:49.90PLN", "Customs:2×", "PK-2026-000456·1/2", "1.234kg"])
      expect(english).toContain(part);
    for (const part of ["寄件人", "收件人", "代收货款:49.90PLN", "报关:2×", "1.234kg"]) expect(chinese).toContain(part);
  });

  test("leaves out what it does not have, and keeps very long texts on the paper", async () => {
    const bare = withoutSpaces((await drawPage({ collect: null, customs: null, parcelCount: 1 })).text);
    expect(bare).not.toMatch(/Cash|Customs|·/);
    const long = { ...label.recipient, name: "Maximiliane ".repeat(20), street: "宁波保税区一号仓".repeat(30) };
    const page = await drawPage({ recipient: long, channelName: "Express ".repeat(30), customs: "Mug ".repeat(200) });
    expect(page.readBars(places["100x150"].bars)).toBe("4 QS4006381333931CN");
  });

  test("is identical for equal data", async () => {
    const [one, other] = await Promise.all([drawShippingLabel(label, "a4"), drawShippingLabel({ ...label }, "a4")]);
    expect(one.equals(other)).toBe(true);
  });
});

/** A PNG of a black frame, as a carrier draws it. */
function drawPng(width: number, height: number): Buffer {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, width, height);
  context.fillStyle = "#000000";
  context.fillRect(10, 10, width - 20, 20);
  return canvas.toBuffer("image/png");
}

/** A carrier's PDF: two pages of their own sizes, the second turned; the media box is the parent's. */
async function drawCarrierPdf(): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.addPage([288, 432]).drawText("CARRIER PAGE ONE", { x: 20, y: 300 });
  document.addPage([300, 200]).drawText("CARRIER PAGE TWO", { x: 20, y: 100 });
  return Buffer.from(await document.save());
}

const pdf = (bytes: Buffer): MergedLabel => ({ bytes, type: "application/pdf" });
const png = (bytes: Buffer): MergedLabel => ({ bytes, type: "image/png" });

const mergeAll = async (labels: readonly MergedLabel[]) => Buffer.concat(await Array.fromAsync(mergeLabels(labels)));
const mergePages = async (labels: readonly MergedLabel[]) => renderPdf(await mergeAll(labels));

describe("merging labels", () => {
  test("keeps the pages of carriers' files as they came, in order, with ours between them", async () => {
    const pages = await mergePages([
      pdf(await drawCarrierPdf()),
      pdf(await drawShippingLabel(label, "100x150")),
      pdf(await drawCarrierPdf()),
    ]);
    const sizes = pages.map(({ width, height }) => [Math.round(width), Math.round(height)]);
    expect(sizes).toEqual([
      [102, 152],
      [106, 71],
      [100, 150],
      [102, 152],
      [106, 71],
    ]);
    expect(pages[0]?.text).toContain("CARRIER PAGE ONE");
    expect(pages[4]?.text).toContain("CARRIER PAGE TWO");
    expect(pages[2]?.readBars(places["100x150"].bars)).toBe("4 QS4006381333931CN");
    expect(withoutSpaces(pages[2]?.text ?? "")).toContain("北仑区进港路18号");
  });

  test("puts a picture on a page of its size, or on a usual label when it has none", async () => {
    const bytes = drawPng(800, 1200);
    // 8 dots a millimetre, as `pHYs` says it; its checksum follows
    const { crc32 } = await import("node:zlib");
    const size = Buffer.alloc(21);
    size.writeUInt32BE(9, 0);
    size.write("pHYs", 4, "latin1");
    size.writeUInt32BE(8000, 8);
    size.writeUInt32BE(8000, 12);
    size[16] = 1;
    size.writeUInt32BE(crc32(size.subarray(4, 17)), 17);
    const plain = Buffer.concat([bytes.subarray(0, 33), bytes.subarray(33).includes("pHYs") ? Buffer.alloc(0) : size, bytes.subarray(33)]);
    const pages = await mergePages([png(plain), png(drawPng(400, 400))]);
    expect(pages.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual([
      [100, 150],
      [100, 150],
    ]);
  });

  test("names each label that is damaged or encrypted, and does not merge it", async () => {
    const good = await drawCarrierPdf();
    const locked = await PDFDocument.load(good);
    locked.encrypt({ userPassword: "secret", ownerPassword: "secret" });
    const encrypted = Buffer.from(await locked.save());
    const picture = drawPng(100, 100);
    const broken = Buffer.from(picture);
    broken[60] = (broken[60] ?? 0) ^ 0xff;
    const labels = [
      pdf(good),
      pdf(good.subarray(0, good.length / 2)),
      pdf(encrypted),
      pdf(Buffer.from("<html>Service unavailable</html>")),
      png(broken),
      png(picture.subarray(0, 50)),
      png(picture),
    ];
    expect(await findLabelProblems(labels)).toEqual([
      { index: 1, kind: "damaged" },
      { index: 2, kind: "encrypted" },
      { index: 3, kind: "damaged" },
      { index: 4, kind: "damaged" },
      { index: 5, kind: "damaged" },
    ]);
    await expect(mergeAll(labels)).rejects.toThrow("damaged");
  });

  test("merges many labels without keeping their objects", async () => {
    const bytes = await drawShippingLabel(label, "100x150");
    const merged = await mergeAll(Array.from({ length: 300 }, () => pdf(bytes)));
    expect(merged.length).toBeLessThan(300 * (bytes.length + 1024));
    const document = await PDFDocument.load(merged);
    expect(document.getPageCount()).toBe(300);
  });
});
