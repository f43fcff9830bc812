import { buffer } from "node:stream/consumers";
import { formatNumber } from "#src/kit/lib/formats.ts";
import { locales } from "#src/kit/lib/languages.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import { formatAmount } from "#src/kit/lib/money.ts";
import { inset, splitIntoColumns, splitIntoRows } from "#src/warehouse/printing/boxes.rules.ts";
import type { Box } from "#src/warehouse/printing/boxes.rules.ts";
import { leastLabelText } from "#src/warehouse/printing/label-templates.rules.ts";
import type { Canvas, PdfPage, TextStyle } from "#server/warehouse/printing/pdf.ts";
import { labelTexts } from "./label-texts.ts";

/** A sender or recipient. Empty texts are left out. */
export interface LabelParty {
  readonly name: string;
  readonly company: string;
  readonly phone: string;
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly postcode: string;
  /** two letters */
  readonly country: string;
}

/** What is printed on our own label, for a channel whose carrier supplies none. */
export interface ShippingLabel {
  readonly waybillNumber: string;
  readonly channelName: string;
  readonly sender: LabelParty;
  readonly recipient: LabelParty;
  readonly orderNumber: string;
  readonly parcelNumber: string;
  /** of the parcels of the order, from 1 */
  readonly parcelPosition: number;
  readonly parcelCount: number;
  readonly grams: number;
  /** what the carrier collects from the recipient; null if nothing */
  readonly collect: { readonly cents: number; readonly currency: string } | null;
  /** what customs reads about the contents; null within a customs area */
  readonly customs: string | null;
  /** of the printed words; names and addresses stand as they were entered */
  readonly language: Language;
  /** when the label was made, so that drawing it again gives the same bytes */
  readonly at: Date;
}

export const shippingLabelSizes = ["100x150", "a4"] as const;
export type ShippingLabelSize = (typeof shippingLabelSizes)[number];

const ruleMm = 0.3;
const gapMm = 1.2;
const black = "#000000";

/** The page, and the part of it that has the label: a half of A4, which is what self-adhesive sheets are divided into. */
const sheets: Record<ShippingLabelSize, { readonly page: { readonly width: number; readonly height: number }; readonly label: Box }> = {
  "100x150": { page: { width: 100, height: 150 }, label: { x: 4, y: 4, width: 92, height: 142 } },
  a4: { page: { width: 210, height: 297 }, label: { x: 8, y: 8, width: 194, height: 132.5 } },
};

interface LineLook {
  readonly size: number;
  readonly lines?: number;
  readonly isBold?: boolean;
  readonly align?: TextStyle["align"];
}

function writeText(canvas: Canvas, text: string, box: Box, { size, lines = 1, isBold = false, align = "start" }: LineLook): void {
  canvas.text(text, box, { size, least: leastLabelText, lines, weight: isBold ? 700 : 400, align, stand: "middle" });
}

/** Draws a line along the lower edge of a block. */
function underline(canvas: Canvas, { x, y, width, height }: Box): void {
  canvas.shade({ x, y: y + height + (gapMm - ruleMm) / 2, width, height: ruleMm }, black);
}

/** The country in English, which carriers and customs everywhere read, with its code. */
function formatCountry(code: string): string {
  const name = new Intl.DisplayNames("en", { type: "region", fallback: "none" }).of(code);
  return name === undefined ? code : `${name.toUpperCase()} (${code})`;
}

interface PartyRow {
  readonly text: string;
  readonly share: number;
  readonly lines?: number;
  readonly isBold?: boolean;
}

function listPartyRows({ name, company, phone, street, city, state, postcode, country }: LabelParty): PartyRow[] {
  const town = [postcode, city, state].filter((part) => part !== "").join(" ");
  return [
    { text: name, share: 13, isBold: true },
    { text: company, share: 10 },
    { text: street, share: 22, lines: 3 },
    { text: town, share: 12 },
    { text: country === "" ? "" : formatCountry(country), share: 13, isBold: true },
    { text: phone, share: 10 },
  ].filter(({ text }) => text !== "");
}

function drawParty(canvas: Canvas, box: Box, { title, party, size }: { title: string; party: LabelParty; size: number }): void {
  const rows = listPartyRows(party);
  const [head, body] = splitIntoColumns(box, [14, 86], gapMm);
  if (head === undefined || body === undefined) return;
  const boxes = splitIntoRows(
    body,
    rows.map(({ share }) => share),
    0,
  );
  writeText(canvas, title, { ...head, height: Math.min(head.height, 5) }, { size: 8 });
  for (const [index, { text, lines = 1, isBold = false }] of rows.entries()) {
    const room = boxes[index];
    if (room !== undefined) writeText(canvas, text, room, { size, lines, isBold });
  }
}

function listFacts({ orderNumber, parcelNumber, parcelPosition, parcelCount, grams, language }: ShippingLabel): [string, string][] {
  const texts = labelTexts[language];
  const parcel = parcelCount === 1 ? parcelNumber : `${parcelNumber} · ${parcelPosition}/${parcelCount}`;
  return [
    [texts.order, orderNumber],
    [texts.parcel, parcel],
    [texts.weight, `${formatNumber(grams / 1000, locales[language])} kg`],
  ];
}

function drawFacts(canvas: Canvas, box: Box, label: ShippingLabel): void {
  const facts = listFacts(label);
  const columns = splitIntoColumns(box, [34, 42, 24], gapMm);
  for (const [index, [title, value]] of facts.entries()) {
    const column = columns[index];
    if (column === undefined) continue;
    const [upper, lower] = splitIntoRows(column, [40, 60], 0);
    if (upper !== undefined) writeText(canvas, title, upper, { size: 7 });
    if (lower !== undefined) writeText(canvas, value, lower, { size: 11, isBold: true });
  }
}

/** Draws the amount to collect, framed so that a driver sees it, and what customs reads. */
function drawNotes(canvas: Canvas, box: Box, { collect, customs, language }: ShippingLabel): void {
  const texts = labelTexts[language];
  const rows = splitIntoRows(box, collect !== null && customs !== null ? [50, 50] : [100], gapMm);
  if (collect !== null && rows[0] !== undefined) {
    const framed = rows[0];
    canvas.shade(framed, black);
    canvas.shade(inset(framed, 2 * ruleMm), "#ffffff");
    const amount = `${formatAmount(collect.cents, "", locales[language])} ${collect.currency}`;
    writeText(canvas, `${texts.collect}: ${amount}`, inset(framed, 1), { size: 14, isBold: true, align: "center" });
  }
  const last = rows.at(-1);
  if (customs !== null && last !== undefined) writeText(canvas, `${texts.customs}: ${customs}`, last, { size: 9, lines: 4 });
}

function drawCode(canvas: Canvas, box: Box, number: string): void {
  const [bars, text] = splitIntoRows(box, [80, 20], gapMm);
  if (bars !== undefined) canvas.barcode(number, bars, "code128");
  if (text !== undefined) writeText(canvas, number, text, { size: 16, isBold: true, align: "center" });
}

function hasNotes({ collect, customs }: ShippingLabel): boolean {
  return collect !== null || customs !== null;
}

function drawParties(canvas: Canvas, [from, to]: readonly [Box, Box], { sender, recipient, language }: ShippingLabel): void {
  const { from: fromTitle, to: toTitle } = labelTexts[language];
  drawParty(canvas, from, { title: fromTitle, party: sender, size: 9 });
  drawParty(canvas, to, { title: toTitle, party: recipient, size: 15 });
}

/** Draws the label of a roll: all blocks below each other, the code across the whole width. */
function drawTall(canvas: Canvas, box: Box, label: ShippingLabel): void {
  const shares = hasNotes(label) ? [24, 22, 42, 12, 16, 26] : [26, 23, 47, 13, 33];
  const blocks = splitIntoRows(box, shares, gapMm);
  const [head, from, to, facts, ...rest] = blocks;
  const code = rest.at(-1);
  if (head === undefined || from === undefined || to === undefined || facts === undefined || code === undefined) return;
  const [channel, qr] = splitIntoColumns(head, [head.width - head.height, head.height], gapMm);
  if (channel !== undefined) writeText(canvas, label.channelName, channel, { size: 24, lines: 3, isBold: true });
  if (qr !== undefined) canvas.barcode(label.waybillNumber, qr, "qr");
  drawParties(canvas, [from, to], label);
  drawFacts(canvas, facts, label);
  if (rest.length > 1 && rest[0] !== undefined) drawNotes(canvas, rest[0], label);
  drawCode(canvas, code, label.waybillNumber);
  for (const block of blocks.slice(0, -1)) underline(canvas, block);
}

/** Draws the label of a half A4 sheet: addresses on the left, codes on the right. */
function drawWide(canvas: Canvas, box: Box, label: ShippingLabel): void {
  const [left, right] = splitIntoColumns(box, [98, 96], 4 * gapMm);
  if (left === undefined || right === undefined) return;
  const blocks = splitIntoRows(left, [18, 30, 58, 16], gapMm);
  const [channel, from, to, facts] = blocks;
  const [qr, notes, code] = splitIntoRows(right, hasNotes(label) ? [46, 26, 38] : [70, 0, 40], gapMm);
  if (channel === undefined || from === undefined || to === undefined || facts === undefined) return;
  writeText(canvas, label.channelName, channel, { size: 24, lines: 2, isBold: true });
  drawParties(canvas, [from, to], label);
  drawFacts(canvas, facts, label);
  for (const block of blocks.slice(0, -1)) underline(canvas, block);
  if (qr !== undefined) canvas.barcode(label.waybillNumber, qr, "qr");
  if (notes !== undefined && hasNotes(label)) drawNotes(canvas, notes, label);
  if (code !== undefined) drawCode(canvas, code, label.waybillNumber);
}

/**
 * Draws our own labels as a PDF, a page for each: Code 128 and a QR code of the waybill number, with sender, recipient and what the carrier has to know.
 * A4 has the label in its upper half. The pages share their fonts, which take longer than all that is drawn with them; other requests run between two
 * pages. Equal labels give equal bytes.
 */
export async function drawShippingLabels(labels: readonly [ShippingLabel, ...ShippingLabel[]], size: ShippingLabelSize): Promise<Buffer> {
  const { page, label: box } = sheets[size];
  const pages = labels.map((label): PdfPage => {
    const draw = (canvas: Canvas) => (size === "a4" ? drawWide(canvas, box, label) : drawTall(canvas, box, label));
    return { ...page, draw };
  });
  const [{ language, at: now, waybillNumber }] = labels;
  // Fonts and barcodes take 65 MB: loaded with the first label.
  const { streamPdf } = await import("#server/warehouse/printing/pdf.ts");
  return buffer(streamPdf({ title: `${labelTexts[language].title} ${waybillNumber}`, language, now }, pages));
}
