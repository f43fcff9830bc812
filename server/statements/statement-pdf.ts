import type { Readable } from "node:stream";
import type { Language } from "#src/lib/look.ts";
import { monthText } from "#src/lib/wording.ts";
import type { DocumentSection } from "#server/printing/sections-document.ts";
import type { Month } from "./month.queries.ts";
import { locales, minuteAt, numberOf } from "./statement-words.ts";
import { statementTexts } from "./texts.ts";
import type { StatementTexts } from "./texts.ts";

/** What a statement's file is made of. */
export interface StatementOnPaper extends Month {
  /** `2026-06` */
  readonly month: string;
  readonly providerName: string;
  readonly language: Language;
  readonly now: Date;
}

/** What stands above a statement's tables: label and value. */
export function factsOf({ month, view, span, timeZone, providerName, language }: StatementOnPaper): [string, string][] {
  const { facts, moment, draft } = statementTexts[language];
  const at = (date: Date) => moment(minuteAt(date, timeZone), timeZone);
  const { statement, closing_cents: closing } = view;
  return [
    [facts.provider, providerName],
    [facts.retailer, view.retailer_name],
    [facts.month, monthText(month, locales[language])],
    [facts.currency, view.currency],
    [facts.from, at(span.from)],
    [facts.to, at(span.to)],
    statement === null ? [facts.state, draft] : [facts.issued, at(new Date(statement.issued_at))],
    ...(closing < 0 ? [[facts.due, numberOf(-closing, "cents", language)] satisfies [string, string]] : []),
  ];
}

function sumsSection({ view, language }: StatementOnPaper, { sections, sums, columns }: StatementTexts): DocumentSection {
  const amount = (cents: number) => numberOf(cents, "cents", language);
  return {
    heading: sections.sums,
    columns: [
      { header: columns.item, share: 80 },
      { header: columns.amount, share: 20, align: "end" },
    ],
    rows: [
      [sums.opening, amount(view.opening_cents)],
      [sums.paidIn, amount(view.paid_in_cents)],
      // As it moves the balance.
      [sums.charged, amount(-view.charged_cents)],
    ],
    totals: [sums.closing, amount(view.closing_cents)],
  };
}

function chargesSection({ view, language }: StatementOnPaper, texts: StatementTexts): DocumentSection {
  const { sections, columns, kinds, events, units, total } = texts;
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
      isCounted(event) ? numberOf(quantity_milli, "milli", language) : "",
      units[event],
      numberOf(amount_cents, "cents", language),
    ]),
    totals: [total, "", "", "", "", numberOf(view.charged_cents, "cents", language)],
  };
}

function paymentsSection({ view, timeZone, language }: StatementOnPaper, texts: StatementTexts): DocumentSection {
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
      minuteAt(new Date(at), timeZone),
      is_reversal ? entries.paymentBack : entries.payment,
      methods[method],
      text,
      numberOf(amount_cents, "cents", language),
    ]),
    totals: [total, "", "", "", "", numberOf(view.paid_in_cents, "cents", language)],
  };
}

/** A statement's title, and what stands below it where it is none yet. */
export function titleOf({ view: { statement }, language }: StatementOnPaper): { title: string; subtitle?: string } {
  const texts = statementTexts[language];
  return statement === null ? { title: texts.draftTitle, subtitle: texts.draft } : { title: texts.title(statement.statement_number) };
}

/** A retailer's month on A4: its sums, what was charged by kind and event, and what was paid in. */
export async function statementPdf(paper: StatementOnPaper): Promise<Readable> {
  // As every PDF (`pdfAnswer`), not before one is asked for.
  const { sectionsDocument } = await import("#server/printing/sections-document.ts");
  const texts = statementTexts[paper.language];
  return sectionsDocument({
    ...titleOf(paper),
    facts: factsOf(paper),
    sections: [sumsSection(paper, texts), chargesSection(paper, texts), paymentsSection(paper, texts)],
    language: paper.language,
    now: paper.now,
    author: paper.providerName,
  });
}
