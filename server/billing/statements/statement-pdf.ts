import type { Readable } from "node:stream";
import type { Language } from "#src/kit/lib/languages.ts";
import { locales } from "#src/kit/lib/languages.ts";
import { formatMonth } from "#src/kit/lib/formats.ts";
import type { DocumentSection } from "#server/warehouse/printing/sections-document.ts";
import type { Month } from "./month.queries.ts";
import { formatMinute, formatNumber, nameUnit } from "./statement-number-formats.ts";
import { statementTexts } from "./statement-texts.ts";
import type { StatementTexts } from "./statement-texts.ts";

/** The content of a statement's file. */
export interface StatementOnPaper extends Month {
  /** `2026-06` */
  readonly month: string;
  readonly providerName: string;
  readonly language: Language;
  readonly now: Date;
}

/** The label-value pairs above a statement's tables. */
export function getFacts({ month, view, span, timeZone, providerName, language }: StatementOnPaper): [string, string][] {
  const { facts, moment, draft } = statementTexts[language];
  const at = (date: Date) => moment(formatMinute(date, timeZone), timeZone);
  const { statement, closing_cents: closing } = view;
  return [
    [facts.provider, providerName],
    [facts.retailer, view.retailer_name],
    [facts.month, formatMonth(month, locales[language])],
    [facts.currency, view.currency],
    [facts.from, at(span.from)],
    [facts.to, at(span.to)],
    statement === null ? [facts.state, draft] : [facts.issued, at(new Date(statement.issued_at))],
    ...(closing < 0 ? [[facts.due, formatNumber(-closing, "cents", language)] satisfies [string, string]] : []),
  ];
}

function buildSumsSection({ view, language }: StatementOnPaper, { sections, sums, columns }: StatementTexts): DocumentSection {
  const amount = (cents: number) => formatNumber(cents, "cents", language);
  return {
    heading: sections.sums,
    columns: [
      { header: columns.item, share: 80 },
      { header: columns.amount, share: 20, align: "end" },
    ],
    rows: [
      [sums.opening, amount(view.opening_cents)],
      [sums.paidIn, amount(view.paid_in_cents)],
      // Negated, as it changes the balance.
      [sums.charged, amount(-view.charged_cents)],
    ],
    totals: [sums.closing, amount(view.closing_cents)],
  };
}

function buildChargesSection({ view, language }: StatementOnPaper, texts: StatementTexts): DocumentSection {
  const { sections, columns, kinds, events, total } = texts;
  const isCounted = (event: string) => event !== "by_hand";
  return {
    heading: sections.charges,
    columns: [
      { header: columns.kind, share: 15 },
      { header: columns.event, share: 30 },
      { header: columns.count, share: 10, align: "end" },
      { header: columns.quantity, share: 16, align: "end" },
      { header: columns.unit, share: 13 },
      { header: columns.amount, share: 16, align: "end" },
    ],
    rows: view.charges.map(({ kind, event, charge_count, quantity_milli, amount_cents }) => [
      kinds[kind],
      events[event],
      charge_count.toLocaleString(locales[language]),
      isCounted(event) ? formatNumber(quantity_milli, "milli", language) : "",
      nameUnit(event, texts),
      formatNumber(amount_cents, "cents", language),
    ]),
    totals: [total, "", "", "", "", formatNumber(view.charged_cents, "cents", language)],
  };
}

function buildPaymentsSection({ view, timeZone, language }: StatementOnPaper, texts: StatementTexts): DocumentSection {
  const { sections, columns, methods, entries, total } = texts;
  return {
    heading: sections.payments,
    columns: [
      { header: columns.received, share: 14 },
      { header: columns.recorded, share: 18 },
      { header: columns.entry, share: 20 },
      { header: columns.method, share: 14 },
      { header: columns.text, share: 22 },
      { header: columns.amount, share: 14, align: "end" },
    ],
    rows: view.payments.map(({ at, day, method, text, is_reversal, amount_cents }) => [
      day,
      formatMinute(new Date(at), timeZone),
      is_reversal ? entries.paymentBack : entries.payment,
      methods[method],
      text,
      formatNumber(amount_cents, "cents", language),
    ]),
    totals: [total, "", "", "", "", formatNumber(view.paid_in_cents, "cents", language)],
  };
}

/** Returns a statement's title, and a subtitle if it is not issued yet. */
export function getTitle({ view: { statement }, language }: StatementOnPaper): { title: string; subtitle?: string } {
  const texts = statementTexts[language];
  return statement === null ? { title: texts.draftTitle, subtitle: texts.draft } : { title: texts.title(statement.statement_number) };
}

/** Creates a retailer's month as an A4 PDF: its sums, charges by kind and event, and payments. */
export async function createStatementPdf(paper: StatementOnPaper): Promise<Readable> {
  // Loaded on demand, like every PDF (`answerPdf`).
  const { drawSections } = await import("#server/warehouse/printing/sections-document.ts");
  const texts = statementTexts[paper.language];
  return drawSections({
    ...getTitle(paper),
    facts: getFacts(paper),
    sections: [buildSumsSection(paper, texts), buildChargesSection(paper, texts), buildPaymentsSection(paper, texts)],
    language: paper.language,
    now: paper.now,
    author: paper.providerName,
  });
}
