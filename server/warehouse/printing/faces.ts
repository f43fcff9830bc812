import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import korean from "@fontsource/noto-sans-kr/unicode.json" with { type: "json" };
import chinese from "@fontsource/noto-sans-sc/unicode.json" with { type: "json" };
import others from "@fontsource/noto-sans/unicode.json" with { type: "json" };
import PdfKit from "pdfkit";
import { unpackWoff } from "./woff.ts";

/** Regular and bold. */
export type Weight = 400 | 700;

interface Glyph {
  readonly id: number;
  readonly advanceWidth: number;
}

interface Position {
  xAdvance: number;
  yAdvance: number;
  xOffset: number;
  yOffset: number;
  advanceWidth: number;
}

/** What we use of a font that fontkit has read; pdfkit takes any object with a `layout` for one. */
interface FontkitFont {
  readonly unitsPerEm: number;
  postscriptName: string;
  hasGlyphForCodePoint(codePoint: number): boolean;
  glyphForCodePoint(codePoint: number): Glyph;
  layout(text: string): { glyphs: Glyph[]; positions: Position[]; advanceWidth: number };
}

/** One file of a family: some of its characters in one weight. */
export interface Face {
  /** its name within a document */
  readonly name: string;
  /** for pdfkit */
  readonly font: FontkitFont;
}

/** Chinese with plain Latin first; then every Latin letter, Greek and Cyrillic; then Korean. All of them are Noto Sans, and look alike. */
const families = { "noto-sans-sc": chinese, "noto-sans": others, "noto-sans-kr": korean } as const;
type Family = keyof typeof families;

const faces = new Map<string, Face>();
/** Nearly all of what is written in Latin and in simplified Chinese; the others are asked where it lacks a character. */
const mainFace = (weight: Weight): Face => openFace("noto-sans-sc", "chinese-simplified", weight);

/**
 * One glyph a character, without ligatures and kerning: widths add up, so that text can be measured by its characters. The font's own way takes
 * a hundred times as long, and gives the same but for a hair.
 */
function plainLayout(this: FontkitFont, text: string): ReturnType<FontkitFont["layout"]> {
  const glyphs = Array.from(text, (character) => this.glyphForCodePoint(character.codePointAt(0) ?? 0));
  const positions = glyphs.map(({ advanceWidth }) => ({ xAdvance: advanceWidth, yAdvance: 0, xOffset: 0, yOffset: 0, advanceWidth }));
  return { glyphs, positions, advanceWidth: glyphs.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0) };
}

/** pdfkit is the one that knows fontkit: a document that nobody reads opens the font. */
function openFont(family: Family, file: string): FontkitFont {
  const path = fileURLToPath(import.meta.resolve(`@fontsource/${family}/files/${file}`));
  const opener = new PdfKit({ font: "", autoFirstPage: false });
  opener.font(unpackWoff(readFileSync(path)));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- pdfkit's types leave out this part of the library
  return (opener as unknown as { readonly _font: { readonly font: FontkitFont } })._font.font;
}

/** A face by its family and the part of it that it holds; opened once, and shared by all documents (each makes a subset of its own). */
function openFace(family: Family, part: string, weight: Weight): Face {
  const name = `${family}-${part}-${weight}`;
  const known = faces.get(name);
  if (known !== undefined) return known;
  const font = openFont(family, `${family}-${part}-${weight}-normal.woff`);
  // pdfkit takes fonts of one name for one font
  Object.defineProperty(font, "postscriptName", { value: name });
  font.layout = plainLayout;
  const face = { name, font };
  faces.set(name, face);
  return face;
}

/** A part of a family with the characters that it holds. */
interface Part {
  readonly family: Family;
  readonly part: string;
  readonly spans: readonly (readonly [number, number])[];
}

/** As a package's own list has them: `U+2116`, `U+400-45F`. */
function listParts([family, ranges]: [string, Readonly<Record<string, string>>]): Part[] {
  return Object.entries(ranges).map(([key, list]) => ({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- pdfkit's types leave out this part of the library
    family: family as Family,
    part: key.replaceAll(/[[\]]/g, ""),
    spans: list.split(",").map((span) => {
      const [from = "", to = from] = span.replace("U+", "").split("-");
      return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
    }),
  }));
}

const parts: readonly Part[] = Object.entries(families).flatMap(listParts);

function faceWith(codePoint: number, weight: Weight): Face | null {
  const first = mainFace(weight);
  if (first.font.hasGlyphForCodePoint(codePoint)) return first;
  for (const { family, part, spans } of parts) {
    if (!spans.some(([from, to]) => from <= codePoint && codePoint <= to)) continue;
    const face = openFace(family, part, weight);
    if (face.font.hasGlyphForCodePoint(codePoint)) return face;
  }
  return null;
}

/** A letter without its accents: with them gone a name can still be read, by a box it cannot. */
function plainLetter(character: string): string {
  return character.normalize("NFD").replaceAll(/\p{M}/gu, "");
}

/** What is drawn for a character: a text of one face, and its width as a multiple of the font's size. */
interface Drawn {
  readonly face: Face;
  readonly text: string;
  readonly width: number;
}

function drawnWith(face: Face, text: string): Drawn {
  const width = Array.from(text).reduce((sum, each) => sum + face.font.glyphForCodePoint(each.codePointAt(0) ?? 0).advanceWidth, 0);
  return { face, text, width: width / face.font.unitsPerEm };
}

function findDrawn(character: string, weight: Weight): Drawn {
  const face = faceWith(character.codePointAt(0) ?? 0, weight);
  if (face !== null) return drawnWith(face, character);
  const plain = plainLetter(character);
  const other = plain === "" ? mainFace(weight) : faceWith(plain.codePointAt(0) ?? 0, weight);
  return other === null ? drawnWith(mainFace(weight), character) : drawnWith(other, plain);
}

const drawn: Record<Weight, Map<string, Drawn>> = { 400: new Map(), 700: new Map() };

function drawnAs(character: string, weight: Weight): Drawn {
  const known = drawn[weight].get(character);
  if (known !== undefined) return known;
  const found = findDrawn(character, weight);
  drawn[weight].set(character, found);
  return found;
}

/** The width of a text in one line, as a multiple of the font's size. */
export function measureText(text: string, weight: Weight): number {
  let width = 0;
  for (const character of text) width += drawnAs(character, weight).width;
  return width;
}

/**
 * A text as pieces of one face each. A letter that no face has stands without its accent; a character that none has at all is the empty box of
 * the first.
 */
export function splitByFace(text: string, weight: Weight): Drawn[] {
  const runs: { face: Face; text: string; width: number }[] = [];
  for (const character of text) {
    const { face, text: piece, width } = drawnAs(character, weight);
    const last = runs.at(-1);
    if (last?.face === face) {
      last.text += piece;
      last.width += width;
    } else runs.push({ face, text: piece, width });
  }
  return runs;
}
