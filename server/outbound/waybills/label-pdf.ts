import { PDFDocument, StandardFonts } from "@cantoo/pdf-lib";
import type { LabelSize } from "#src/outbound/waybills/waybills.rules.ts";

/** A label that we draw, for a parcel whose carrier gives none. */
export interface OwnLabel {
  readonly channelName: string;
  readonly waybillNumber: string;
  readonly trackingNumber: string;
  readonly parcelNumber: string;
  readonly orderNumber: string;
  readonly grams: number | null;
  readonly recipient: readonly string[];
  readonly sender: readonly string[];
}

/** A label as it is stored. */
export interface StoredLabel {
  readonly bytes: Uint8Array;
  readonly type: "application/pdf" | "image/png";
}

const points = (mm: number) => (mm * 72) / 25.4;
const sizes: Readonly<Record<LabelSize, readonly [number, number]>> = {
  "100x150": [points(100), points(150)],
  a4: [points(210), points(297)],
};

/** Draws a label of one page. */
export async function drawShippingLabel(label: OwnLabel, size: LabelSize): Promise<Buffer> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const [width, height] = sizes[size];
  const page = document.addPage([width, height]);
  const known = new Set(font.getCharacterSet());
  const write = (text: string) => Array.from(text, (letter) => (known.has(letter.codePointAt(0) ?? 0) ? letter : "?")).join("");
  const lines = [
    label.channelName,
    label.waybillNumber,
    label.trackingNumber,
    "",
    ...label.recipient,
    "",
    ...label.sender,
    "",
    `${label.parcelNumber}  ${label.orderNumber}`,
    label.grams === null ? "" : `${label.grams} g`,
  ];
  lines.forEach((line, at) => page.drawText(write(line), { x: 14, y: height - 30 - 16 * at, size: 11, font, maxWidth: width - 28 }));
  return Buffer.from(await document.save());
}

/** Merges labels into one PDF, each as it came. An image becomes a page of 100 x 150 mm. */
export async function mergeLabels(labels: readonly StoredLabel[]): Promise<Buffer> {
  const merged = await PDFDocument.create();
  for (const { bytes, type } of labels) {
    if (type === "application/pdf") {
      const document = await PDFDocument.load(bytes, { ignoreEncryption: true });
      for (const page of await merged.copyPages(document, document.getPageIndices())) merged.addPage(page);
      continue;
    }
    const image = await merged.embedPng(bytes);
    const [width, height] = sizes["100x150"];
    const scale = Math.min(width / image.width, height / image.height);
    merged
      .addPage([width, height])
      .drawImage(image, { x: 0, y: height - image.height * scale, width: image.width * scale, height: image.height * scale });
  }
  return Buffer.from(await merged.save());
}
