import type { Readable } from "node:stream";
import { formatLocalTime } from "#src/billing/statements/months.rules.ts";
import { buildWorkbookFile } from "#server/platform/files/table-files.commands.ts";
import type { Cell, Table } from "#server/platform/files/table-files.commands.ts";
import type { StatementLine } from "./lines.queries.ts";
import { getFacts, getTitle } from "./statement-pdf.ts";
import type { StatementOnPaper } from "./statement-pdf.ts";
import { formatParts, nameUnit, toWholes } from "./statement-number-formats.ts";
import { statementTexts } from "./statement-texts.ts";

/** The maximum number of rows below a sheet's header. */
export const mostRows = 1_048_575;

/** Shifts a moment to local time, because workbooks have no time zones. Charges of one run share one time, so the last result is cached. */
function createLocalClock(timeZone: string): (at: Date) => Date {
  let known = { at: Number.NaN, shown: new Date(0) };
  return (at) => {
    if (known.at !== at.getTime()) known = { at: at.getTime(), shown: new Date(`${formatLocalTime(at, timeZone)}Z`) };
    return known.shown;
  };
}

function buildSummarySheet(paper: StatementOnPaper): Table {
  const { view, language } = paper;
  const texts = statementTexts[language];
  const { sections, sums, columns, kinds, events } = texts;
  const { title, subtitle } = getTitle(paper);
  const amount = (cents: number): Cell => toWholes(cents, "cents");
  const rows: Cell[][] = [
    ...(subtitle === undefined ? [] : [[subtitle]]),
    ...getFacts(paper).filter(([, value]) => value !== subtitle),
    [],
    [sums.opening, null, null, null, null, amount(view.opening_cents)],
    [sums.paidIn, null, null, null, null, amount(view.paid_in_cents)],
    [sums.charged, null, null, null, null, amount(-view.charged_cents)],
    [sums.closing, null, null, null, null, amount(view.closing_cents)],
    [],
    [columns.kind, columns.event, columns.count, columns.quantity, columns.unit, columns.amount],
    ...view.charges.map(({ kind, event, charge_count, quantity_milli, amount_cents }): Cell[] => [
      kinds[kind],
      events[event],
      charge_count,
      event === "by_hand" ? null : toWholes(quantity_milli, "milli"),
      nameUnit(event, texts),
      amount(amount_cents),
    ]),
  ];
  const widths = [24, 40, 10, 14, 14, 16];
  return {
    name: sections.sums,
    columns: widths.map((width, at) => ({ header: at === 0 ? title : "", width, isMoney: at === 5 })),
    batches: [rows],
  };
}

function buildChargesSheet(paper: StatementOnPaper, batches: AsyncIterable<readonly StatementLine[]>): Table {
  const { timeZone, language, view } = paper;
  const texts = statementTexts[language];
  const { sections, columns, facts, kinds, events, entries, at } = texts;
  const shown = createLocalClock(timeZone);
  const buildRow = (line: StatementLine): Cell[] => [
    shown(line.at),
    line.day,
    line.is_reversal ? entries.chargeBack : entries.charge,
    kinds[line.kind],
    events[line.event],
    line.warehouse_name,
    line.source_text,
    line.event === "by_hand" ? null : toWholes(line.quantity_milli, "milli"),
    nameUnit(line.event, texts),
    toWholes(line.amount_cents, "cents"),
    view.currency,
    formatParts(line.event, line.parts, language, texts),
    line.remark,
  ];
  async function* rows() {
    for await (const batch of batches) yield batch.map(buildRow);
  }
  return {
    name: sections.charges,
    columns: [
      { header: at(columns.recorded, timeZone), width: 26 },
      { header: columns.day, width: 12 },
      { header: columns.entry, width: 18 },
      { header: columns.kind, width: 12 },
      { header: columns.event, width: 28 },
      { header: columns.warehouse, width: 22 },
      { header: columns.source, width: 18 },
      { header: columns.quantity, width: 12 },
      { header: columns.unit, width: 12 },
      { header: columns.amount, width: 14, isMoney: true },
      { header: facts.currency, width: 10 },
      { header: columns.parts, width: 50 },
      { header: columns.remark, width: 40 },
    ],
    batches: rows(),
  };
}

function buildPaymentsSheet({ timeZone, language, view }: StatementOnPaper): Table {
  const { sections, columns, facts, methods, entries, at } = statementTexts[language];
  const shown = createLocalClock(timeZone);
  const rows = view.payments.map((payment): Cell[] => [
    shown(new Date(payment.at)),
    payment.day,
    payment.is_reversal ? entries.paymentBack : entries.payment,
    methods[payment.method],
    payment.text,
    toWholes(payment.amount_cents, "cents"),
    view.currency,
  ]);
  return {
    name: sections.payments,
    columns: [
      { header: at(columns.recorded, timeZone), width: 26 },
      { header: columns.received, width: 14 },
      { header: columns.entry, width: 18 },
      { header: columns.method, width: 16 },
      { header: columns.text, width: 30 },
      { header: columns.amount, width: 14, isMoney: true },
      { header: facts.currency, width: 10 },
    ],
    batches: [rows],
  };
}

/**
 * Creates a retailer's month as a workbook: its sums, every charge with its computation, and payments.
 * @param lines the charges, read while the file is written
 */
export function createStatementWorkbook(paper: StatementOnPaper, lines: AsyncIterable<readonly StatementLine[]>): Readable {
  return buildWorkbookFile([buildSummarySheet(paper), buildChargesSheet(paper, lines), buildPaymentsSheet(paper)]);
}
