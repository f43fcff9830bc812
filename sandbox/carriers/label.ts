import { render } from "bwip-js/node";
import type { Shipment } from "./shipments.ts";

/** Bars from the left: where each begins and how wide it is, in modules. */
type Bar = readonly [x: number, width: number];

function layOutCode128(text: string): readonly Bar[] {
  const bars: Bar[] = [];
  return render(
    { bcid: "code128", text, scale: 1 },
    {
      scale: (x: number, y: number): [number, number] => [x, y],
      measure: () => ({ width: 0, ascent: 0, descent: 0 }),
      init: () => undefined,
      line: (x: number, _y: number, _toX: number, _toY: number, width: number) => void bars.push([x - Math.ceil(width / 2), width]),
      polygon: () => undefined,
      hexagon: () => undefined,
      ellipse: () => undefined,
      fill: () => undefined,
      text: () => undefined,
      end: () => bars,
    },
  );
}

/** Points of 100 x 150 mm. */
const [width, height] = [283.46, 425.2];
const margin = 14;

/** A string of the font's encoding; what it lacks becomes a question mark. */
function writeString(text: string): string {
  const known = text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[^\x20-\x7e]/g, "?");
  return `(${known.replace(/[\\()]/g, String.raw`\$&`)})`;
}

const lineAt = (y: number, size: number, text: string) => `BT /F1 ${size} Tf ${margin} ${y} Td ${writeString(text)} Tj ET`;

function drawPage(shipment: Shipment): string {
  const { carrier, productCode, waybillNumber, trackingNumber, reference, recipient, grams } = shipment;
  const bars = layOutCode128(waybillNumber);
  const [lastX, lastWidth] = bars.at(-1) ?? [0, 1];
  // A quiet zone of ten modules on both sides.
  const module = (width - 2 * margin) / (lastX + lastWidth + 20);
  const code = bars.map(([x, wide]) => `${(margin + (x + 10) * module).toFixed(3)} 250 ${(wide * module).toFixed(3)} 70 re`);
  const lines = [
    lineAt(395, 16, `${carrier.toUpperCase()}  ${productCode}`),
    lineAt(375, 9, "SANDBOX - NOT A REAL LABEL"),
    lineAt(340, 11, `Ship to: ${recipient.country}`),
    ...code,
    "f",
    lineAt(234, 13, waybillNumber),
    lineAt(214, 9, `Last mile: ${trackingNumber}`),
    lineAt(200, 9, `Reference: ${reference}`),
    lineAt(186, 9, `Weight: ${grams} g`),
    lineAt(160, 12, recipient.name),
    ...recipient.lines.map((line, index) => lineAt(144 - 14 * index, 10, line)),
  ];
  return lines.join("\n");
}

/** Draws a shipment's label: a PDF of one page, 100 x 150 mm, with the waybill's number as Code 128. */
export function drawLabel(shipment: Shipment): Buffer {
  const page = drawPage(shipment);
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    `<< /Length ${Buffer.byteLength(page, "latin1")} >>\nstream\n${page}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
  ];
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = text.length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, "latin1");
}

/** Writes a shipment's label in ZPL for a printer of 203 dpi: 100 x 150 mm, with the waybill's number as Code 128. */
export function writeZpl({ carrier, productCode, waybillNumber, trackingNumber, reference, recipient, grams }: Shipment): string {
  // Both begin a command.
  const field = (text: string) => `^FD${text.replace(/[\^~]/g, " ")}^FS`;
  const lines = [
    `${carrier.toUpperCase()}  ${productCode}`,
    "SANDBOX - NOT A REAL LABEL",
    `Ship to: ${recipient.country}`,
    waybillNumber,
    `Last mile: ${trackingNumber}`,
    `Reference: ${reference}`,
    `Weight: ${grams} g`,
    recipient.name,
    ...recipient.lines,
  ];
  const texts = lines.map((line, index) => `^FO40,${(index < 3 ? 40 : 300) + 50 * index}^A0N,30,30${field(line)}`);
  return ["^XA", "^CI28", "^PW800", "^LL1200", ...texts, `^FO40,210^BY2^BCN,200,N,N,N${field(waybillNumber)}`, "^XZ", ""].join("\n");
}
