import { formatNumber } from "#src/kit/lib/formats.ts";
import { locales } from "#src/kit/lib/languages.ts";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { getTaskCode } from "#src/outbound/picking/pick-steps.rules.ts";
import type { printPickLists, printWaveOrders, WaveDetail } from "#src/outbound/waves/waves.contract.ts";
import type { FileAnswer } from "#server/platform/http/context.ts";
import { answerPdf } from "#server/warehouse/printing/pdf-answer.ts";
import type { DocumentSection } from "#server/warehouse/printing/sections-document.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { wavePrintTexts } from "./print-texts.ts";
import { listPrintedOrders, listPrintedTasks } from "./print-waves.queries.ts";
import type { PrintedOrder, PrintedTask } from "./print-waves.queries.ts";
import { findWave } from "./waves.queries.ts";

type PrintRefusal = "notFound" | "waves.notPlanned";

function getFacts(wave: WaveDetail, language: Language): [string, string][] {
  const { facts, kinds } = wavePrintTexts[language];
  const all: [string, string][] = [
    [facts.warehouse, wave.warehouse_name],
    [facts.kind, kinds[wave.kind]],
    [facts.strategy, wave.strategy],
    [facts.orders, String(wave.order_count)],
    [facts.pieces, String(wave.piece_count)],
  ];
  return all.filter(([, value]) => value !== "");
}

function buildTourSection({ task_number, walking_metres, lines }: PrintedTask, wave: WaveDetail, language: Language): DocumentSection {
  const { columns, tour, sum } = wavePrintTexts[language];
  return {
    heading: tour(task_number, formatNumber(walking_metres, locales[language])),
    code: getTaskCode({ wave_number: wave.wave_number, task_number }),
    columns: [
      { header: columns.stop, share: 5, align: "end" },
      { header: columns.location, share: 28, isCode: true },
      { header: columns.sku, share: 16 },
      { header: columns.product, share: 22 },
      { header: columns.lot, share: 8 },
      { header: columns.pieces, share: 7, align: "end" },
      { header: columns.place, share: 7, align: "end" },
      { header: columns.order, share: 16 },
    ],
    rows: lines.map(({ location, sku, title, lot, quantity, slot, order_number }, at) => [
      String(at + 1),
      location,
      sku,
      title,
      lot,
      String(quantity),
      slot === null ? "" : String(slot),
      order_number,
    ]),
    totals: ["", sum, "", "", "", String(lines.reduce((pieces, { quantity }) => pieces + quantity, 0)), "", ""],
    startsPage: true,
  };
}

function buildSlipSection({ order_number, reference, tour, slot, lines }: PrintedOrder, language: Language): DocumentSection {
  const { columns, order, place, sum } = wavePrintTexts[language];
  const heading = order(order_number, tour === null ? "" : place(tour, slot));
  return {
    heading: reference === "" ? heading : `${heading} · ${reference}`,
    code: order_number,
    columns: [
      { header: columns.sku, share: 26 },
      { header: columns.product, share: 60 },
      { header: columns.pieces, share: 14, align: "end" },
    ],
    rows: lines.map(({ sku, title, quantity }) => [sku, title, String(quantity)]),
    totals: [sum, "", String(lines.reduce((pieces, { quantity }) => pieces + quantity, 0))],
    startsPage: true,
  };
}

async function printSections(
  scope: OrderScope,
  { wave_uuid, language }: { readonly wave_uuid: string; readonly language: Language },
  name: "pickLists" | "packingSlips",
  listSections: (wave: WaveDetail) => Promise<DocumentSection[]>,
): Promise<Result<FileAnswer, PrintRefusal>> {
  const wave = await findWave(scope, wave_uuid);
  if (wave === null) return refuse("notFound");
  if (wave.released_at === "") return refuse("waves.notPlanned");
  const sections = await listSections(wave);
  const document = {
    title: wavePrintTexts[language][name](wave.wave_number),
    facts: getFacts(wave, language),
    sections,
    language,
    now: scope.now,
  };
  return ok(
    answerPdf([wave.wave_number, name === "pickLists" ? "pick-lists" : "packing-slips"], async () =>
      (await import("#server/warehouse/printing/sections-document.ts")).drawSections(document),
    ),
  );
}

/** Returns the pick lists of a released wave as a PDF, each tour on a page of its own. */
export function printTours(scope: OrderScope, input: ParsedInputOf<typeof printPickLists>): Promise<Result<FileAnswer, PrintRefusal>> {
  return printSections(scope, input, "pickLists", async (wave) =>
    (await listPrintedTasks(scope, input.wave_uuid, input.task_uuids)).map((task) => buildTourSection(task, wave, input.language)),
  );
}

/** Returns the packing slips of a released wave as a PDF, each order on a page of its own. */
export function printSlips(scope: OrderScope, input: ParsedInputOf<typeof printWaveOrders>): Promise<Result<FileAnswer, PrintRefusal>> {
  return printSections(scope, input, "packingSlips", async () =>
    (await listPrintedOrders(scope, input.wave_uuid)).map((order) => buildSlipSection(order, input.language)),
  );
}
