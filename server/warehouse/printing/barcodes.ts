import { render } from "bwip-js/node";
import type { DrawingContext } from "bwip-js/node";
import { chooseLinearSymbology, getQuietZone, chooseSquareSymbology, fitSymbol } from "#src/warehouse/printing/barcodes.rules.ts";
import type { Symbology } from "#src/warehouse/printing/barcodes.rules.ts";
import type { Box } from "#src/warehouse/printing/boxes.rules.ts";

/** A symbol in modules: dark rectangles from the upper left, without the quiet zone. */
interface Modules {
  readonly columns: number;
  /** null for bars, which have no height of their own */
  readonly rows: number | null;
  readonly dark: readonly Box[];
}

type Point = readonly [number, number];

/** Units of a module in what bwip-js draws: bars at one, squares at two. */
const squareUnits = 2;

/** The dark stretches of one row, where its middle goes into the polygons and out again. */
function darkInRow(polygons: readonly (readonly Point[])[], row: number): Box[] {
  const middle = row * squareUnits + 1;
  const crossings = polygons
    .flatMap((points) =>
      points.flatMap(([x, y], index) => {
        const [, nextY] = points[(index + 1) % points.length] ?? [x, y];
        return y > middle !== nextY > middle ? [x / squareUnits] : [];
      }),
    )
    .toSorted((one, other) => one - other);
  const stretches: Box[] = [];
  for (let at = 0; at + 1 < crossings.length; at += 2) {
    const x = crossings[at] ?? 0;
    stretches.push({ x, y: row, width: (crossings[at + 1] ?? x) - x, height: 1 });
  }
  return stretches;
}

/** Takes down what bwip-js draws: lines for bars, polygons for squares. */
class ModuleDrawing implements DrawingContext<Modules> {
  private readonly bars: Box[] = [];
  private readonly polygons: Point[][] = [];
  private width = 0;
  private height = 0;

  scale(x: number, y: number): [number, number] {
    return [x, y];
  }
  measure(): { width: number; ascent: number; descent: number } {
    return { width: 0, ascent: 0, descent: 0 };
  }
  init(width: number, height: number): void {
    this.width = width;
    this.height = height;
  }
  /** A bar by its middle, which is rounded up where it is half a unit. */
  line(x: number, _y: number, _toX: number, _toY: number, width: number): void {
    this.bars.push({ x: x - Math.ceil(width / 2), y: 0, width, height: 1 });
  }
  polygon(points: [number, number][]): void {
    this.polygons.push(points);
  }
  hexagon(): void {}
  ellipse(): void {}
  fill(): void {}
  text(): void {}
  end(): Modules {
    if (this.polygons.length === 0) return { columns: this.width, rows: null, dark: this.bars };
    const rows = this.height / squareUnits;
    const dark = Array.from({ length: rows }, (_, row) => darkInRow(this.polygons, row)).flat();
    return { columns: this.width / squareUnits, rows, dark };
  }
}

function encodeModules(symbology: Symbology, text: string): Modules {
  const options = symbology === "qrcode" ? { eclevel: "M" } : {};
  return render({ bcid: symbology, text, scale: 1, ...options }, new ModuleDrawing());
}

/** Symbols drawn lately, the last one last: of 2,000 labels with one EAN-13, encoding it anew for each took more than half of the time. */
const recent = new Map<string, Modules>();
const mostRecent = 64;

function getModules(symbology: Symbology, text: string): Modules {
  const key = `${symbology} ${text}`;
  const modules = recent.get(key) ?? encodeModules(symbology, text);
  recent.delete(key);
  recent.set(key, modules);
  const [oldest] = recent.keys();
  if (recent.size > mostRecent && oldest !== undefined) recent.delete(oldest);
  return modules;
}

/** What a code looks like: bars where they can be read, else a square; the same, but Code 128 for any bars; or a QR code in any case. */
export type CodeShape = "bars" | "code128" | "qr";

function symbologiesFor(text: string, shape: CodeShape): Symbology[] {
  if (shape === "qr") return ["qrcode"];
  const anyLinear = chooseLinearSymbology(text);
  const linear = anyLinear !== null && shape === "code128" ? "code128" : anyLinear;
  return linear === null ? [chooseSquareSymbology(text)] : [linear, chooseSquareSymbology(text)];
}

/**
 * A text as a barcode in the middle of a room (mm): dark rectangles to fill, with the quiet zone around them inside of the room. Bars that would
 * be too fine to read give way to a square symbol. A text without characters has no code.
 * @throws Error for a text that no symbol holds (some thousand characters)
 */
export function layOutBarcode(room: Box, text: string, shape: CodeShape): readonly Box[] {
  if (text === "") return [];
  const tries = symbologiesFor(text, shape);
  for (const [index, symbology] of tries.entries()) {
    const modules = getModules(symbology, text);
    const size = fitSymbol(symbology, modules, room);
    if (!size.isSharp && index < tries.length - 1) continue;
    const quiet = getQuietZone(symbology) * size.module;
    const left = room.x + (room.width - size.width) / 2 + quiet;
    const top = modules.rows === null ? room.y : room.y + (room.height - size.height) / 2 + quiet;
    const rowHeight = modules.rows === null ? room.height : size.module;
    return modules.dark.map(({ x, y, width, height }) => ({
      x: left + x * size.module,
      y: top + y * rowHeight,
      width: width * size.module,
      height: height * rowHeight,
    }));
  }
  return [];
}
