import { loadChunk } from "#src/kit/lib/load-chunk.ts";

/** A shipment has 200 boxes at most: such a file is small. */
const mostBytes = 2_000_000;
const mostRows = 1000;

/** Whole numbers from here on have more digits than the 15 that a spreadsheet keeps. */
const firstRounded = 1e15;

/** A number of more digits than a spreadsheet keeps is written as it shows it, so that it is seen to be rounded. */
function toText(cell: unknown): string {
  if (typeof cell === "number") return Number.isInteger(cell) && Math.abs(cell) >= firstRounded ? cell.toExponential(5) : String(cell);
  return typeof cell === "string" ? cell.trim() : "";
}

const isWorkbook = (bytes: Uint8Array) => (bytes[0] === 0x50 && bytes[1] === 0x4b) || (bytes[0] === 0xd0 && bytes[1] === 0xcf);

/** Reads the first sheet of a workbook, or a CSV file, as rows of cells. @returns null if it is too large or cannot be read */
export async function readNumberFile(file: File): Promise<string[][] | null> {
  if (file.size > mostBytes) return null;
  // SheetJS is larger than the page: it is loaded only to read a file.
  const { read, utils } = await loadChunk(() => import("xlsx"));
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const options = { raw: true, sheetRows: mostRows, cellFormula: false, cellHTML: false, cellText: false } as const;
    const book = isWorkbook(bytes)
      ? read(bytes, { ...options, type: "array" })
      : read(new TextDecoder().decode(bytes), { ...options, type: "string" });
    const sheet = book.Sheets[book.SheetNames[0] ?? ""];
    if (sheet === undefined) return null;
    return utils.sheet_to_json<unknown[]>(sheet, { header: 1, defval: "", raw: true }).map((row) => row.map(toText));
  } catch {
    return null;
  }
}
