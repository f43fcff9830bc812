import type { Readable } from "node:stream";
import { inflateSync } from "node:zlib";
import type { Box } from "#src/warehouse/printing/boxes.rules.ts";
import { pointMm } from "#src/warehouse/printing/text-fit.rules.ts";

/** A printed page in millimetres from the upper left corner. */
interface PrintedPage {
  readonly width: number;
  readonly height: number;
  /** the texts in drawing order, with their positions */
  readonly texts: readonly { readonly text: string; readonly x: number; readonly y: number; readonly size: number }[];
  /** the rectangles of each fill */
  readonly fills: readonly (readonly Box[])[];
  /** the pictures in drawing order */
  readonly images: readonly PrintedImage[];
}

/** A JPEG in its place on a page. */
interface PrintedImage extends Box {
  readonly jpeg: Buffer;
}

interface PdfObject {
  readonly dictionary: string;
  readonly stream: string;
}

/** Reads a stream to its end. */
export async function bytesOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Parses the objects of a pdfkit file by number, using its cross-reference table. */
function objectsOf(bytes: Buffer): Map<number, PdfObject> {
  const text = bytes.toString("latin1");
  const table = text.slice(Number(/startxref\n(\d+)/.exec(text)?.[1]));
  const objects = new Map<number, PdfObject>();
  for (const [, place] of table.matchAll(/^(\d{10}) 00000 n/gm)) {
    const at = Number(place);
    const head = /^(\d+) 0 obj\n/.exec(text.slice(at, at + 20));
    if (head === null) throw new Error(`no object at ${at}`);
    const start = at + head[0].length;
    const end = text.indexOf("\nendobj", start);
    const body = text.indexOf("\nstream\n", start);
    const hasStream = body !== -1 && body < end;
    const dictionary = text.slice(start, hasStream ? body : end);
    const from = body + "\nstream\n".length;
    const packed = hasStream ? bytes.subarray(from, from + Number(/\/Length (\d+)/.exec(dictionary)?.[1])) : Buffer.alloc(0);
    const stream = dictionary.includes("/FlateDecode") ? inflateSync(packed) : packed;
    objects.set(Number(head[1]), { dictionary, stream: stream.toString("latin1") });
  }
  return objects;
}

function objectAt(objects: Map<number, PdfObject>, number: string | undefined): PdfObject {
  return objects.get(Number(number)) ?? { dictionary: "", stream: "" };
}

/** Parses a font's ToUnicode map: the text of each glyph. */
function glyphTexts(map: string): string[] {
  return [...map.matchAll(/\[(.*?)\]/gs)].flatMap(([, list = ""]) =>
    [...list.matchAll(/<([^>]*)>/g)].map(([, units = ""]) =>
      units
        .split(" ")
        .map((unit) => (unit === "" ? "" : String.fromCharCode(Number.parseInt(unit, 16))))
        .join(""),
    ),
  );
}

function fontsOf(objects: Map<number, PdfObject>): Map<string, string[]> {
  const fonts = new Map<string, string[]>();
  for (const { dictionary } of objects.values()) {
    for (const [, name = "", number] of dictionary.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const unicode = /\/ToUnicode (\d+) 0 R/.exec(objectAt(objects, number).dictionary)?.[1];
      fonts.set(name, glyphTexts(objectAt(objects, unicode).stream));
    }
  }
  return fonts;
}

const textOperators = /1 0 0 1 (\S+) (\S+) Tm\n\/(F\d+) (\S+) Tf\n\[(.*?)\] TJ/g;

function textsOf(content: string, height: number, fonts: Map<string, string[]>): PrintedPage["texts"] {
  return [...content.matchAll(textOperators)].map(([, x, y, font = "", size, parts = ""]) => {
    const glyphs = [...parts.matchAll(/<([^>]*)>/g)].flatMap(([, hex = ""]) => hex.match(/.{4}/g) ?? []);
    const text = glyphs.map((glyph) => fonts.get(font)?.[Number.parseInt(glyph, 16)] ?? "").join("");
    return { text, x: Number(x) * pointMm, y: height - Number(y) * pointMm, size: Number(size) };
  });
}

function fillsOf(content: string): Box[][] {
  return content
    .split(/\nf\n/)
    .map((path) =>
      [...path.matchAll(/^(\S+) (\S+) (\S+) (\S+) re$/gm)].map(([, ...numbers]) => {
        const [x = 0, y = 0, width = 0, height = 0] = numbers.map((number) => Number(number) * pointMm);
        return { x, y, width, height };
      }),
    )
    .filter((boxes) => boxes.length > 0);
}

const imageOperators = /(\S+) 0 0 (-?\S+) (\S+) (\S+) cm\n\/(I\d+) Do/g;

function listImages(content: string, objects: Map<number, PdfObject>): PrintedImage[] {
  const names = new Map(
    [...objects.values()].flatMap(({ dictionary }) =>
      [...dictionary.matchAll(/\/(I\d+) (\d+) 0 R/g)].map(([, name = "", number]) => [name, objectAt(objects, number).stream]),
    ),
  );
  // The page's own matrix turns it upside down, so that a picture's place is its lower left corner from above.
  return [...content.matchAll(imageOperators)].map(([, w, h, x, y, name = ""]) => {
    const [width, height] = [Number(w) * pointMm, Math.abs(Number(h)) * pointMm];
    return {
      x: Number(x) * pointMm,
      y: Number(y) * pointMm - height,
      width,
      height,
      jpeg: Buffer.from(names.get(name) ?? "", "latin1"),
    };
  });
}

/** Parses one of our PDFs: the texts of its pages, the filled rectangles and the pictures. */
export function readPdf(bytes: Buffer): { pages: PrintedPage[]; objects: PdfObject[] } {
  const objects = objectsOf(bytes);
  const fonts = fontsOf(objects);
  const all = [...objects.values()];
  const pages = all
    .filter(({ dictionary }) => /\/Type \/Page\n/.test(dictionary))
    .map(({ dictionary }) => {
      const [width = 0, height = 0] = (/\/MediaBox \[0 0 (\S+) (\S+)\]/.exec(dictionary)?.slice(1) ?? []).map(
        (side) => Number(side) * pointMm,
      );
      const content = objectAt(objects, /\/Contents (\d+) 0 R/.exec(dictionary)?.[1]).stream;
      return { width, height, texts: textsOf(content, height, fonts), fills: fillsOf(content), images: listImages(content, objects) };
    });
  return { pages, objects: all };
}
