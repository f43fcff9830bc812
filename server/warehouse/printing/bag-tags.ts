import type { Readable } from "node:stream";
import type { Language } from "#src/kit/lib/languages.ts";
import { streamPdf } from "./pdf.ts";
import type { Canvas, PdfPage, TextStyle } from "./pdf.ts";

/** The texts of a bag's tag, in the language of the print. */
export interface BagTag {
  /** the text of its bars, too */
  readonly number: string;
  readonly channel: string;
  /** the carrier's account; empty without one */
  readonly account: string;
  /** label and value: day, count, weight, warehouse */
  readonly facts: readonly (readonly [label: string, value: string])[];
}

const [width, height, margin] = [100, 150, 5];
const inner = width - 2 * margin;
const big: TextStyle = { size: 34, least: 12, lines: 2, weight: 700, align: "center", stand: "middle" };
const small: TextStyle = { size: 12, least: 8, lines: 1, weight: 400, align: "start", stand: "middle" };

function drawTag(canvas: Canvas, { number, channel, account, facts }: BagTag): void {
  canvas.text(channel, { x: margin, y: margin, width: inner, height: 26 }, big);
  canvas.text(account, { x: margin, y: 32, width: inner, height: 7 }, { ...small, align: "center" });
  canvas.barcode(number, { x: margin, y: 42, width: inner, height: 32 }, "bars");
  canvas.text(number, { x: margin, y: 75, width: inner, height: 16 }, { ...big, lines: 1 });
  for (const [at, [label, value]] of facts.entries()) {
    const y = 94 + at * 13;
    canvas.shade({ x: margin, y, width: inner, height: 0.3 }, "#000000");
    canvas.text(label, { x: margin, y: y + 1, width: inner * 0.4, height: 11 }, small);
    canvas.text(
      value,
      { x: margin + inner * 0.4, y: y + 1, width: inner * 0.6, height: 11 },
      { ...small, size: 20, weight: 700, align: "end" },
    );
  }
}

function* pages(tags: readonly BagTag[]): Generator<PdfPage> {
  for (const tag of tags) yield { width, height, draw: (canvas) => drawTag(canvas, tag) };
}

/** Tags of bags as a PDF, each on a page of 100 x 150 mm. */
export function drawBagTags(
  tags: readonly BagTag[],
  about: { readonly title: string; readonly language: Language; readonly now: Date },
): Readable {
  return streamPdf(about, pages(tags));
}
