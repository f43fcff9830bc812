import { createCanvas } from "@napi-rs/canvas";
import { BinaryBitmap, DecodeHintType, HybridBinarizer, MultiFormatOneDReader, QRCodeReader, RGBLuminanceSource } from "@zxing/library";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

const pointMm = 25.4 / 72;
/** Dots per millimetre of a usual label printer: 203 dpi. */
const dots = 8;

/** A part of a page in millimetres from its upper left corner. */
interface Part {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A page as a label printer prints it: its size in millimetres, its text and its dots. */
interface RenderedPage {
  readonly width: number;
  readonly height: number;
  readonly text: string;
  /** Decodes the bars within a part of the page, as `CODE_128 text`. */
  readBars(part?: Part): string;
  /** Decodes the QR code within a part of the page. */
  readQr(part?: Part): string;
}

/** Renders a PDF of any origin with pdf.js, which shares no code with what writes ours. */
export async function renderPdf(bytes: Buffer): Promise<RenderedPage[]> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0, useSystemFonts: false });
  const document = await task.promise;
  const pages: RenderedPage[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const viewport = page.getViewport({ scale: dots * pointMm });
    const canvas = createCanvas(Math.round(viewport.width), Math.round(viewport.height));
    const context = canvas.getContext("2d");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it draws on any canvas; its types know a browser's only
    await page.render({ canvas: null, canvasContext: context as unknown as CanvasRenderingContext2D, viewport }).promise;
    const { items } = await page.getTextContent();
    const whole = { x: 0, y: 0, width: canvas.width / dots, height: canvas.height / dots };
    const see = ({ x, y, width, height }: Part) => {
      const [across, down] = [Math.round(width * dots), Math.round(height * dots)];
      const { data } = context.getImageData(Math.round(x * dots), Math.round(y * dots), across, down);
      const grey = Uint8ClampedArray.from({ length: across * down }, (_, at) => data[at * 4] ?? 255);
      return new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(grey, across, down)));
    };
    pages.push({
      width: whole.width,
      height: whole.height,
      text: items.map((item) => ("str" in item ? item.str : "")).join(" "),
      readBars: (part = whole) => {
        const found = new MultiFormatOneDReader(new Map([[DecodeHintType.TRY_HARDER, true]])).decode(see(part));
        return `${String(found.getBarcodeFormat())} ${found.getText()}`;
      },
      readQr: (part = whole) => new QRCodeReader().decode(see(part), new Map([[DecodeHintType.TRY_HARDER, true]])).getText(),
    });
  }
  await task.destroy();
  return pages;
}
