import type { Readable } from "node:stream";
import type { Language } from "#src/kit/lib/languages.ts";
import type { Cell, Table } from "#server/platform/files/table-files.commands.ts";
import { noticePrintTexts } from "./print-texts.ts";
import type { ShippedRow } from "./shipped.queries.ts";

/** What the file is about. */
interface Asked {
  readonly language: Language;
  readonly shipped_from: string;
  readonly shipped_to: string;
}
type Batches = AsyncIterable<readonly ShippedRow[]>;

const widths = [22, 20, 24, 22, 20, 8, 12, 8, 12, 40, 40];
const shares = [14, 14, 13, 12, 12, 6, 7, 6, 8, 19, 19];

function listHeaders(language: Language): string[] {
  const { columns } = noticePrintTexts[language];
  return [
    columns.order,
    columns.shippedAt,
    columns.owner,
    columns.warehouse,
    columns.channel,
    columns.boxes,
    columns.boxesOfOrder,
    columns.pieces,
    columns.kilograms,
    columns.waybills,
    columns.trackings,
  ];
}

/** Kilograms with three decimals, as a number of a workbook. */
const toKilograms = (grams: number | null): number | null => (grams === null ? null : grams / 1000);

/** Builds the list as a table of a workbook. */
export function tableShipped({ language }: Asked, batches: Batches): Table {
  const toCells = (row: ShippedRow): Cell[] => [
    row.order_number,
    row.left_at,
    row.owner_name,
    row.warehouse_name,
    row.channel_name,
    row.box_count,
    row.boxes_of_order,
    row.piece_count,
    toKilograms(row.grams),
    row.waybill_numbers,
    row.tracking_numbers,
  ];
  return {
    name: noticePrintTexts[language].shipped,
    columns: listHeaders(language).map((header, at) => ({ header, width: widths[at] ?? 20 })),
    batches: (async function* () {
      for await (const rows of batches) yield rows.map(toCells);
    })(),
  };
}

/** Draws the list as a PDF. */
export async function drawShipped({ language, shipped_from, shipped_to }: Asked, batches: Batches, now: Date): Promise<Readable> {
  const texts = noticePrintTexts[language];
  const { drawTable } = await import("#server/warehouse/printing/table-document.ts");
  async function* rows(): AsyncGenerator<string[]> {
    for await (const batch of batches)
      for (const row of batch)
        yield [
          row.order_number,
          row.left_at.toISOString().slice(0, 16).replace("T", " "),
          row.owner_name,
          row.warehouse_name,
          row.channel_name,
          String(row.box_count),
          String(row.boxes_of_order),
          String(row.piece_count),
          row.grams === null ? "" : (row.grams / 1000).toFixed(3),
          row.waybill_numbers,
          row.tracking_numbers,
        ];
  }
  return drawTable({
    title: texts.shipped,
    facts: [[texts.facts.period, `${shipped_from} – ${shipped_to}`]],
    columns: listHeaders(language).map((header, at) => ({
      header,
      share: shares[at] ?? 10,
      ...(at >= 5 && at <= 8 ? { align: "end" as const } : {}),
    })),
    rows: rows(),
    language,
    now,
    isLandscape: true,
  });
}
