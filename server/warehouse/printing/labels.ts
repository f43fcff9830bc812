import type { Readable } from "node:stream";
import type { Language } from "#src/kit/lib/languages.ts";
import type { Box } from "#src/warehouse/printing/boxes.rules.ts";
import {
  getArrowCorners,
  buildBoxTemplate,
  buildShipmentTemplate,
  labelSheets,
  leastLabelText,
  buildLocationTemplate,
  mostLabels,
  buildProductTemplate,
} from "#src/warehouse/printing/label-templates.rules.ts";
import type { LabelPart, LabelSheet, LabelSize } from "#src/warehouse/printing/label-templates.rules.ts";
import { streamPdf } from "./pdf.ts";
import type { Canvas, PdfPage } from "./pdf.ts";
import { printTexts } from "./texts.ts";
import type { PrintTexts } from "./texts.ts";

/** How labels are printed: their size, how many of each (1 and up), the language of the words around the data, and the time of the file. */
export interface LabelPrint {
  readonly labelSize: LabelSize;
  readonly copies: number;
  readonly language: Language;
  readonly now: Date;
  /** whose labels they are, for the file's own data: a company's name */
  readonly author?: string;
}

/** What stands on a location's label. `barcode` is what a scan gives, `code` what a person reads from afar. */
export interface LocationLabel {
  readonly barcode: string;
  readonly code: string;
  readonly warehouse: string;
  /** where the location is, seen from the label: of two labels on one beam */
  readonly arrow?: "up" | "down" | null;
}

/** What stands on a product's label. Without a barcode the SKU is coded. */
export interface ProductLabel {
  readonly sku: string;
  readonly title: string;
  readonly barcode: string | null;
  readonly lot?: string | null;
  /** a day: `2027-03-31` */
  readonly expiry?: string | null;
}

/** What stands on the label of a receipt's box. */
export interface BoxLabel {
  readonly receiptNumber: string;
  /** from 1 to `boxCount` */
  readonly boxNumber: number;
  readonly boxCount: number;
  readonly retailer: string;
  readonly warehouse: string;
  /** what a scan of the box gives */
  readonly barcode: string;
}

/** The texts of a label that is mostly a number or name: of a customer's return, of a parcel, of an order, of a box. `about` says whose, where or how large it is. */
export interface NumberLabel {
  readonly number: string;
  readonly about: string;
}

/** A label ready to draw: what stands where, and what it says. */
interface Label<Field extends string> {
  readonly parts: readonly LabelPart<Field>[];
  readonly words: Readonly<Record<Field, string>>;
  readonly barcode: string;
  readonly arrow: "up" | "down" | null;
}

const ink = "#000000";

function drawPart<Field extends string>(canvas: Canvas, part: LabelPart<Field>, { words, barcode, arrow }: Label<Field>): void {
  const { kind, box } = part;
  switch (kind) {
    case "text": {
      const { field, size, lines, isBold, align } = part;
      canvas.text(words[field], box, { size, least: leastLabelText, lines, weight: isBold ? 700 : 400, align, stand: "middle" });
      return;
    }
    case "arrow":
      if (arrow !== null) canvas.polygon(getArrowCorners(box, arrow), ink);
      return;
    case "bars":
    case "qr":
      canvas.barcode(barcode, box, kind);
  }
}

type MakeLabel<Item, Field extends string> = (item: Item, room: { box: Box; margin: number; texts: PrintTexts }) => Label<Field>;

/** Items in the order of printing, as many at a time as a page holds. */
function* pageItems<Item>(items: readonly Item[], copies: number, perPage: number): Generator<Item[]> {
  let page: Item[] = [];
  for (const item of items) {
    for (let copy = 0; copy < copies; copy += 1) {
      page.push(item);
      if (page.length < perPage) continue;
      yield page;
      page = [];
    }
  }
  if (page.length > 0) yield page;
}

function* labelPages<Item, Field extends string>(
  items: readonly Item[],
  { copies, language, sheet }: { copies: number; language: Language; sheet: LabelSheet },
  make: MakeLabel<Item, Field>,
): Generator<PdfPage> {
  const { width, height, labels, margin } = sheet;
  for (const page of pageItems(items, copies, labels.length)) {
    const draw = (canvas: Canvas) => {
      for (const [index, box] of labels.slice(0, page.length).entries()) {
        const item = page[index];
        if (item === undefined) continue;
        const label = make(item, { box, margin, texts: printTexts[language] });
        for (const part of label.parts) drawPart(canvas, part, label);
      }
    };
    yield { width, height, draw };
  }
}

/** What labels of numbers are for. */
type NumberTitle = "returnLabels" | "parcelLabels" | "orderLabels" | "packagingLabels";

function printed<Item, Field extends string>(
  items: readonly Item[],
  print: LabelPrint,
  title: "locationLabels" | "productLabels" | "boxLabels" | NumberTitle,
  make: MakeLabel<Item, Field>,
): Readable {
  const { labelSize, copies, language, now, author } = print;
  const count = items.length * copies;
  if (!Number.isSafeInteger(copies) || count < 1 || count > mostLabels) throw new RangeError(`1 to ${mostLabels} labels, not ${count}`);
  const about = { title: printTexts[language][title], language, now, ...(author === undefined ? {} : { author }) };
  return streamPdf(about, labelPages(items, { copies, language, sheet: labelSheets[labelSize] }, make));
}

/**
 * Labels of locations as a PDF, in the order given, each as often as `copies` says.
 * @throws RangeError for no label, and for more than `mostLabels` (src/warehouse/printing/label-templates.rules.ts) with their copies
 */
export function drawLocationLabels(items: readonly LocationLabel[], print: LabelPrint): Readable {
  return printed(items, print, "locationLabels", ({ barcode, code, warehouse, arrow = null }, { box, margin }) => ({
    parts: buildLocationTemplate(box, margin, { arrow: arrow !== null, barcodeText: barcode !== code }),
    words: { code, warehouse, barcodeText: barcode },
    barcode,
    arrow,
  }));
}

/**
 * Labels of products as a PDF, in the order given, each as often as `copies` says.
 * @throws RangeError for no label, and for more than `mostLabels` (src/warehouse/printing/label-templates.rules.ts) with their copies
 */
export function drawProductLabels(items: readonly ProductLabel[], print: LabelPrint): Readable {
  return printed(items, print, "productLabels", ({ sku, title, lot = null, expiry = null, ...item }, { box, margin, texts }) => {
    const barcode = item.barcode ?? sku;
    const lotAndExpiry = texts.lotAndExpiry({ lot, expiry });
    const parts = buildProductTemplate(box, margin, { lotAndExpiry: lotAndExpiry !== "" });
    return { parts, words: { sku, title, barcodeText: barcode, lotAndExpiry }, barcode, arrow: null };
  });
}

/**
 * Labels of a receipt's boxes as a PDF, in the order given, each as often as `copies` says.
 * @throws RangeError for no label, and for more than `mostLabels` (src/warehouse/printing/label-templates.rules.ts) with their copies
 */
export function drawBoxLabels(items: readonly BoxLabel[], print: LabelPrint): Readable {
  return printed(
    items,
    print,
    "boxLabels",
    ({ receiptNumber, boxNumber, boxCount, retailer, warehouse, barcode }, { box, margin, texts }) => ({
      parts: buildBoxTemplate(box, margin),
      words: {
        box: texts.box(boxNumber, boxCount),
        receipt: texts.receipt(receiptNumber),
        retailer: texts.retailer(retailer),
        warehouse: texts.warehouse(warehouse),
        barcodeText: barcode,
      },
      barcode,
      arrow: null,
    }),
  );
}

/**
 * Labels of customers' returns, of parcels, of orders or of boxes as a PDF: the number, as Code 128 too.
 * @throws RangeError for no label, and for more than `mostLabels` (src/warehouse/printing/label-templates.rules.ts) with their copies
 */
export function drawNumberLabels(items: readonly NumberLabel[], title: NumberTitle, print: LabelPrint): Readable {
  return printed(items, print, title, ({ number, about }, { box, margin }) => ({
    parts: buildLocationTemplate(box, margin, { arrow: false, barcodeText: false }),
    words: { code: number, warehouse: about, barcodeText: number },
    barcode: number,
    arrow: null,
  }));
}

/** The texts of the label of a shipped box. */
export interface ShipmentLabel {
  readonly orderNumber: string;
  /** from 1 to `boxCount` */
  readonly boxNumber: number;
  readonly boxCount: number;
  /** the retailer's own mark; empty without one */
  readonly mark: string;
  readonly retailer: string;
  /** where it comes from */
  readonly warehouse: string;
  /** the parcel's number */
  readonly barcode: string;
}

/**
 * Labels of the boxes of a shipment as a PDF, in the order given, each as often as `copies` says.
 * @throws RangeError for no label, and for more than `mostLabels` (src/warehouse/printing/label-templates.rules.ts) with their copies
 */
export function drawShipmentLabels(items: readonly ShipmentLabel[], print: LabelPrint): Readable {
  return printed(
    items,
    print,
    "boxLabels",
    ({ orderNumber, boxNumber, boxCount, mark, retailer, warehouse, barcode }, { box, margin, texts }) => ({
      parts: buildShipmentTemplate(box, margin),
      words: {
        box: mark === "" ? texts.box(boxNumber, boxCount) : `${texts.box(boxNumber, boxCount)} · ${mark}`,
        receipt: orderNumber,
        retailer: texts.retailer(retailer),
        warehouse: texts.from(warehouse),
        barcodeText: barcode,
      },
      barcode,
      arrow: null,
    }),
  );
}
