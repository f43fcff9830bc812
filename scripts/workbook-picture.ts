import { readFile } from "node:fs/promises";
import type { Page } from "puppeteer";
import { read, utils } from "xlsx";
import type { Theme } from "#src/kit/lib/themes.ts";

/** Visible rows, including the header. */
const rows = 13;
/** Width of the column of row numbers, then of each column of the workbook, in pixels. */
const widths = [36, 64, 232, 96, 100] as const;
const rowHeight = 28;

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

function cells(tag: string, texts: readonly string[]): string {
  return texts.map((text) => `<${tag}>${escaped(text)}</${tag}>`).join("");
}

/**
 * Draws the first rows of a workbook in a page as a spreadsheet shows them, with its own cell formats and sheet names.
 * @returns the size of the drawing, in CSS pixels
 */
export async function drawWorkbook(page: Page, bytes: Uint8Array, theme: Theme, scale: number): Promise<{ width: number; height: number }> {
  const book = read(bytes);
  const [first = "", second = ""] = book.SheetNames;
  const shown = widths.length - 1;
  const table = utils
    .sheet_to_json<string[]>(book.Sheets[first] ?? {}, { header: 1, raw: false, defval: "" })
    .slice(0, rows)
    .map((row) => row.slice(0, shown));
  const letters = Array.from({ length: shown }, (_, place) => utils.encode_col(place));
  const width = widths.reduce((sum, one) => sum + one, 0);
  await page.setViewport({ width, height: 2 * rows * rowHeight, deviceScaleFactor: scale });
  await page.setContent(`<!doctype html><html data-theme="${theme}"><style>
    ${await readFile("src/kit/ui/tokens.css", "utf8")}
    body { margin: 0; background: var(--surface); color: var(--ink); font: 13px / ${rowHeight}px var(--font); }
    table { border-collapse: collapse; table-layout: fixed; width: ${width}px; }
    td, th { box-sizing: border-box; height: ${rowHeight}px; padding: 0 8px; border: solid var(--line); border-width: 0 1px 1px 0; overflow: hidden; white-space: nowrap; text-align: start; font-weight: 400; }
    thead th, tbody th { background: var(--ground); color: var(--quiet); text-align: center; padding: 0; }
    tbody tr:first-child td { font-weight: 600; }
    .number { text-align: end; font-variant-numeric: tabular-nums; }
    footer { display: flex; gap: 4px; height: ${rowHeight}px; padding-inline-start: 36px; background: var(--ground); }
    footer b, footer span { padding: 0 12px; }
    footer b { font-weight: 600; color: var(--primary); background: var(--surface); box-shadow: inset 0 2px var(--primary); }
    footer span { color: var(--quiet); }
  </style><table><colgroup>${widths.map((one) => `<col width="${one}">`).join("")}</colgroup>
  <thead><tr>${cells("th", ["", ...letters])}</tr></thead>
  <tbody>${table.map((row, at) => `<tr><th>${at + 1}</th>${cells("td", row)}</tr>`).join("")}</tbody></table>
  <footer><b>${escaped(first)}</b><span>${escaped(second)}</span></footer>`);
  await page.$$eval("tbody td", (all) => {
    for (const cell of all) if (/^\d+$/.test(cell.textContent)) cell.className = "number";
  });
  return { width, height: await page.$eval("footer", (footer) => footer.getBoundingClientRect().bottom) };
}
