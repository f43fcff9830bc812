import { setImmediate } from "node:timers/promises";
import { PDFArray, PDFContext, PDFDict, PDFDocument, PDFName, PDFNull, PDFPageLeaf, PDFRef, PDFStream } from "@cantoo/pdf-lib";
import type { PDFObject, PDFPage } from "@cantoo/pdf-lib";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { pointMm } from "#src/warehouse/printing/text-fit.rules.ts";
import { readPng } from "./png-image.ts";
import type { PngFile } from "./png-image.ts";

/** A label as its carrier sent it. */
export interface MergedLabel {
  readonly bytes: Buffer;
  readonly type: "application/pdf" | "image/png";
}

/** A label that cannot be merged, by its position in the list. */
export interface LabelProblem {
  readonly index: number;
  readonly kind: "damaged" | "encrypted";
}

/** The page of a picture that does not say how large it is. */
const fallbackPage = { width: 100 / pointMm, height: 150 / pointMm };
const pointsPerMeter = 1000 / pointMm;

/** Replaces each reference within an object. */
function renumberAll(object: PDFObject, renumber: (ref: PDFRef) => PDFRef): void {
  if (object instanceof PDFStream) renumberAll(object.dict, renumber);
  if (object instanceof PDFDict)
    for (const [key, value] of object.entries()) {
      if (value instanceof PDFRef) object.set(key, renumber(value));
      else renumberAll(value, renumber);
    }
  if (object instanceof PDFArray)
    for (const [index, value] of object.asArray().entries()) {
      if (value instanceof PDFRef) object.set(index, renumber(value));
      else renumberAll(value, renumber);
    }
}

/** Attributes that a page may have from its parents. */
const inherited = ["Resources", "MediaBox", "CropBox", "Rotate"].map((name) => PDFName.of(name));

/**
 * Writes a PDF label by label. The library holds a document's objects until it is saved and copies each of them, which takes 260 MB for 1,000 labels;
 * here a label's objects get new numbers in place, are written, and are forgotten before the next label is read.
 */
class MergedPdf {
  /** where each object starts, by its number; object 1 is the list of pages */
  private readonly offsets: number[] = [0, 0];
  private readonly pages: PDFRef[] = [];
  private readonly tree = PDFRef.of(1);
  private parts: Buffer[] = [];
  private length = 0;

  constructor() {
    // The second line tells programs that the file is binary.
    this.write("%PDF-1.7\n%\u00E2\u00E3\u00CF\u00D3\n");
  }

  /** Returns what was written since the last time. */
  take(): Buffer {
    const taken = Buffer.concat(this.parts);
    this.parts = [];
    return taken;
  }

  /** Writes pages of one document with all that they refer to. The document must not be used afterwards. */
  addPages(context: PDFContext, pages: readonly PDFPageLeaf[]): void {
    const numbers = new Map<PDFRef, PDFRef>();
    const waiting: { ref: PDFRef; object: PDFObject }[] = [];
    const renumber = (old: PDFRef): PDFRef => {
      const known = numbers.get(old);
      if (known !== undefined) return known;
      const ref = this.takeNumber();
      numbers.set(old, ref);
      // A dangling reference means null.
      waiting.push({ ref, object: context.lookup(old) ?? PDFNull });
      return ref;
    };
    const leaves = pages.map((page) => {
      for (const key of inherited) {
        const value = page.getInheritableAttribute(key);
        if (value !== undefined) page.set(key, value);
      }
      page.delete(PDFName.Parent);
      const ref = this.takeNumber();
      const old = context.getObjectRef(page);
      if (old !== undefined) numbers.set(old, ref);
      return { ref, page };
    });
    for (const { ref, page } of leaves) {
      renumberAll(page, renumber);
      page.set(PDFName.Parent, this.tree);
      this.pages.push(ref);
      this.writeObject(ref, page);
    }
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      renumberAll(next.object, renumber);
      this.writeObject(next.ref, next.object);
    }
  }

  /** Writes the end of the file. */
  finish(): void {
    const context = PDFContext.create();
    this.writeObject(this.tree, context.obj({ Type: "Pages", Count: this.pages.length, Kids: this.pages }));
    const catalog = this.takeNumber();
    this.writeObject(catalog, context.obj({ Type: "Catalog", Pages: this.tree }));
    const start = this.length;
    const size = this.offsets.length;
    const lines = this.offsets.slice(1).map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`);
    const table = `xref\n0 ${size}\n0000000000 65535 f \n${lines.join("")}`;
    this.write(`${table}trailer\n<< /Size ${size} /Root ${catalog.toString()} >>\nstartxref\n${start}\n%%EOF\n`);
  }

  private takeNumber(): PDFRef {
    return PDFRef.of(this.offsets.push(0) - 1);
  }

  private push(part: Buffer): void {
    this.parts.push(part);
    this.length += part.length;
  }

  private write(text: string): void {
    this.push(Buffer.from(text, "latin1"));
  }

  private writeObject(ref: PDFRef, object: PDFObject): void {
    this.offsets[ref.objectNumber] = this.length;
    this.write(`${ref.objectNumber} 0 obj\n`);
    const written = Buffer.allocUnsafe(object.sizeInBytes());
    object.copyBytesInto(written, 0);
    this.push(written);
    this.write("\nendobj\n");
  }
}

/** Returns true if all that the page draws is in the file: of a file that was cut off, the library reads what is left. */
function isComplete({ node, doc }: PDFPage): boolean {
  const contents = node.Contents();
  if (contents === undefined) return node.get(PDFName.Contents) === undefined;
  if (contents instanceof PDFStream) return true;
  return contents.asArray().every((part) => doc.context.lookup(part instanceof PDFRef ? part : undefined) instanceof PDFStream);
}

/** Returns the pages of a PDF, or what is wrong with it. */
async function openPages(bytes: Buffer): Promise<Result<PDFPage[], LabelProblem["kind"]>> {
  if (!bytes.subarray(-1024).includes("%%EOF")) return refuse("damaged");
  try {
    const options = { updateMetadata: false, throwOnInvalidObject: true, parseSpeed: Number.POSITIVE_INFINITY };
    const pages = (await PDFDocument.load(bytes, options)).getPages();
    return pages.length > 0 && pages.every(isComplete) ? ok(pages) : refuse("damaged");
  } catch {
    // The library throws errors of many kinds for what it cannot read.
    return refuse(bytes.includes("/Encrypt") ? "encrypted" : "damaged");
  }
}

async function getPdfProblem(bytes: Buffer): Promise<LabelProblem["kind"] | null> {
  const opened = await openPages(bytes);
  return opened.ok ? null : opened.problem;
}

async function addPdf(merged: MergedPdf, bytes: Buffer): Promise<LabelProblem["kind"] | null> {
  const opened = await openPages(bytes);
  if (!opened.ok) return opened.problem;
  const [first] = opened.value;
  if (first !== undefined)
    merged.addPages(
      first.doc.context,
      opened.value.map(({ node }) => node),
    );
  return null;
}

/** Returns a picture's page in points: its own size, or a usual label with the picture as large as it fits. */
function layOutPicture({ width, height, pixelsPerMeter }: PngFile) {
  if (pixelsPerMeter !== null) {
    const page = { width: (width / pixelsPerMeter.x) * pointsPerMeter, height: (height / pixelsPerMeter.y) * pointsPerMeter };
    return { page, picture: { ...page, x: 0, y: 0 } };
  }
  const scale = Math.min(fallbackPage.width / width, fallbackPage.height / height);
  const picture = { width: width * scale, height: height * scale };
  const x = (fallbackPage.width - picture.width) / 2;
  return { page: fallbackPage, picture: { ...picture, x, y: (fallbackPage.height - picture.height) / 2 } };
}

function embedPlainPng(context: PDFContext, { width, height, bitDepth, colors, palette, rows }: NonNullable<PngFile["plain"]>): PDFRef {
  const indexed = palette === null ? null : ["Indexed", "DeviceRGB", palette.length / 3 - 1, context.register(context.stream(palette))];
  const dictionary = {
    Type: "XObject",
    Subtype: "Image",
    Width: width,
    Height: height,
    BitsPerComponent: bitDepth,
    ColorSpace: indexed ?? (colors === 3 ? "DeviceRGB" : "DeviceGray"),
    Filter: "FlateDecode",
    DecodeParms: { Predictor: 15, Colors: colors, BitsPerComponent: bitDepth, Columns: width },
  };
  return context.register(context.stream(rows, dictionary));
}

/** Embeds a picture that is transparent or interlaced: the library decodes it, which takes a hundred times as long. */
async function embedOtherPng(document: PDFDocument, bytes: Buffer): Promise<PDFRef | null> {
  try {
    const image = await document.embedPng(bytes);
    await image.embed();
    return image.ref;
  } catch {
    // the decoder throws errors of many kinds for a damaged picture
    return null;
  }
}

async function addPng(merged: MergedPdf, bytes: Buffer): Promise<LabelProblem["kind"] | null> {
  const file = readPng(bytes);
  if (file === null) return "damaged";
  const document = await PDFDocument.create({ updateMetadata: false });
  const { context } = document;
  const image = file.plain === null ? await embedOtherPng(document, bytes) : embedPlainPng(context, file.plain);
  if (image === null) return "damaged";
  const { page, picture } = layOutPicture(file);
  const place = [picture.width, 0, 0, picture.height, picture.x, picture.y].map((value) => value.toFixed(3)).join(" ");
  const leaf = PDFPageLeaf.fromMapWithContext(new Map(), context);
  leaf.set(PDFName.Type, PDFName.of("Page"));
  leaf.set(PDFName.MediaBox, context.obj([0, 0, page.width, page.height]));
  leaf.set(PDFName.Resources, context.obj({ XObject: { Label: image } }));
  leaf.set(PDFName.Contents, context.register(context.stream(`q ${place} cm /Label Do Q`)));
  merged.addPages(context, [leaf]);
  return null;
}

function addLabel(merged: MergedPdf, { bytes, type }: MergedLabel): Promise<LabelProblem["kind"] | null> {
  return type === "image/png" ? addPng(merged, bytes) : addPdf(merged, bytes);
}

/** Finds the labels that cannot be merged, because they are damaged or encrypted. */
export async function findLabelProblems(labels: readonly MergedLabel[]): Promise<LabelProblem[]> {
  const problems: LabelProblem[] = [];
  for (const [index, { bytes, type }] of labels.entries()) {
    // A PDF whose pages can be opened is merged: writing it is half of the work.
    const kind = type === "image/png" ? await addPng(new MergedPdf(), bytes) : await getPdfProblem(bytes);
    if (kind !== null) problems.push({ index, kind });
    // lets other requests run between two labels
    await setImmediate();
  }
  return problems;
}

/**
 * Merges labels into one PDF in their order, piece by piece: no more than one label is in memory. Pages of PDFs stay as they came, in size and content; a
 * picture gets a page of its size.
 * @throws Error at a label that `findLabelProblems` finds; what was returned before is no complete PDF
 */
export async function* mergeLabels(labels: AsyncIterable<MergedLabel> | Iterable<MergedLabel>): AsyncGenerator<Buffer> {
  const merged = new MergedPdf();
  for await (const label of labels) {
    const kind = await addLabel(merged, label);
    if (kind !== null) throw new Error(`waybills: a label to be merged is ${kind}`);
    yield merged.take();
    await setImmediate();
  }
  merged.finish();
  yield merged.take();
}
