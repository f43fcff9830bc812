import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type {
  NoticeBox,
  NoticeBoxes,
  PlanRow,
  printLoadPlan,
  printPackingList,
} from "#src/outbound/shipping-notices/shipping-notices.contract.ts";
import { getGrams, sumBoxes } from "#src/outbound/shipping-notices/shipping-notices.rules.ts";
import type { FileAnswer } from "#server/platform/http/context.ts";
import { answerPdf } from "#server/warehouse/printing/pdf-answer.ts";
import type { DocumentSection } from "#server/warehouse/printing/sections-document.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { readLoadPlan } from "./load-plan.queries.ts";
import { findBoxes } from "./notice-boxes.queries.ts";
import { noticePrintTexts } from "./print-texts.ts";

type PrintRefusal = "notFound" | "shippingNotices.noBoxes";

const toKilograms = (grams: number | null): string => (grams === null ? "" : (grams / 1000).toFixed(3));
const toCubicMetres = (cm3: number): string => (cm3 / 1_000_000).toFixed(3);

function formatSize({ length_mm, width_mm, height_mm }: NoticeBox): string {
  if (length_mm === null || width_mm === null || height_mm === null) return "";
  return [length_mm, width_mm, height_mm].map((mm) => String(mm / 10)).join(" × ");
}

/** The rows of a box: the first has the box's own figures, the others further SKUs. */
function listBoxRows(box: NoticeBox): string[][] {
  return box.items.map(({ sku, title, lot, quantity }, at) => {
    const own = at === 0 ? [box.box_mark, box.parcel_number] : ["", ""];
    const figures = at === 0 ? [toKilograms(getGrams(box)), formatSize(box), box.waybill_number] : ["", "", ""];
    return [...own, sku, title, lot, String(quantity), ...figures];
  });
}

function buildBoxesSection({ boxes }: NoticeBoxes, language: Language): DocumentSection {
  const { columns, boxes: heading, sum } = noticePrintTexts[language];
  const all = sumBoxes(boxes);
  return {
    heading,
    columns: [
      { header: columns.box, share: 9 },
      { header: columns.parcel, share: 15 },
      { header: columns.sku, share: 15 },
      { header: columns.product, share: 22 },
      { header: columns.lot, share: 8 },
      { header: columns.pieces, share: 7, align: "end" },
      { header: columns.kilograms, share: 8, align: "end" },
      { header: columns.size, share: 14 },
      { header: columns.waybill, share: 15 },
    ],
    rows: boxes.flatMap(listBoxRows),
    totals: [sum, "", "", "", "", String(all.pieces), toKilograms(all.grams), "", ""],
  };
}

function buildGoodsSection({ boxes }: NoticeBoxes, language: Language): DocumentSection {
  const { columns, goods, sum } = noticePrintTexts[language];
  const bySku = Map.groupBy(
    boxes.flatMap(({ items }) => items),
    ({ sku }) => sku,
  );
  const rows = [...bySku]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([sku, items]) => [sku, items[0]?.title ?? "", String(items.reduce((all, { quantity }) => all + quantity, 0))]);
  return {
    heading: goods,
    columns: [
      { header: columns.sku, share: 26 },
      { header: columns.product, share: 60 },
      { header: columns.pieces, share: 14, align: "end" },
    ],
    rows,
    totals: [sum, "", String(sumBoxes(boxes).pieces)],
  };
}

/** Returns a notice's packing list as a PDF. */
export async function printList(
  scope: OrderScope,
  { order_uuid, language }: ParsedInputOf<typeof printPackingList>,
): Promise<Result<FileAnswer, PrintRefusal>> {
  const notice = await findBoxes(scope, order_uuid);
  if (notice === null) return refuse("notFound");
  if (notice.boxes.length === 0) return refuse("shippingNotices.noBoxes");
  const { facts, packingList } = noticePrintTexts[language];
  const { boxes, grams, volume_cm3 } = sumBoxes(notice.boxes);
  const all: [string, string][] = [
    [facts.retailer, notice.owner_name],
    [facts.reference, notice.reference],
    [facts.warehouse, notice.warehouse_name],
    [facts.channel, notice.channel_name],
    [facts.destination, notice.destination],
    [facts.boxes, String(boxes)],
    [facts.weight, `${toKilograms(grams)} kg`],
    [facts.volume, volume_cm3 === 0 ? "" : `${toCubicMetres(volume_cm3)} m³`],
  ];
  const document = {
    title: packingList(notice.order_number),
    facts: all.filter(([, value]) => value !== ""),
    sections: [buildBoxesSection(notice, language), buildGoodsSection(notice, language)],
    language,
    now: scope.now,
    isLandscape: true,
  };
  return ok(
    answerPdf([notice.order_number, "packing-list"], async () =>
      (await import("#server/warehouse/printing/sections-document.ts")).drawSections(document),
    ),
  );
}

/** Returns the labels of a notice's boxes as a PDF, in the order of packing. */
export async function printLabels(
  scope: OrderScope,
  { order_uuid, language }: ParsedInputOf<typeof printPackingList>,
): Promise<Result<FileAnswer, PrintRefusal>> {
  const notice = await findBoxes(scope, order_uuid);
  if (notice === null) return refuse("notFound");
  if (notice.boxes.length === 0) return refuse("shippingNotices.noBoxes");
  const { boxes, order_number, owner_name, warehouse_name } = notice;
  const labels = boxes.map(({ box_mark, parcel_number }, at) => ({
    orderNumber: order_number,
    boxNumber: at + 1,
    boxCount: boxes.length,
    // The usual mark says the same as the number.
    mark: box_mark === `${at + 1}/${boxes.length}` ? "" : box_mark,
    retailer: owner_name,
    warehouse: warehouse_name,
    barcode: parcel_number,
  }));
  const print = { labelSize: "100x150", copies: 1, language, now: scope.now } as const;
  return ok(
    answerPdf([order_number, "box-labels"], async () =>
      (await import("#server/warehouse/printing/labels.ts")).drawShipmentLabels(labels, print),
    ),
  );
}

/** Returns the load plan as a PDF. */
export async function printPlan(scope: OrderScope, { language, ...asked }: ParsedInputOf<typeof printLoadPlan>): Promise<FileAnswer> {
  const { result, channels } = await readLoadPlan(scope, asked);
  const { columns, facts, loadPlan, byChannel, byOrder, sum } = noticePrintTexts[language];
  const figures = [columns.boxes, columns.open, columns.ready, columns.loaded, columns.shipped, columns.kilograms, columns.volume];
  const end = figures.map((header) => ({ header, share: 8, align: "end" as const }));
  const listFigures = (
    row: Omit<PlanRow, "order_uuid" | "order_number" | "owner_name" | "status" | "warehouse_name" | "channel_name" | "ship_day">,
  ) => [...[row.boxes, row.open, row.ready, row.loaded, row.shipped].map(String), toKilograms(row.grams), toCubicMetres(row.volume_cm3)];
  const add = (of: "boxes" | "open" | "ready" | "loaded" | "shipped" | "grams" | "volume_cm3") =>
    result.reduce((all, row) => all + row[of], 0);
  const all = listFigures({
    boxes: add("boxes"),
    open: add("open"),
    ready: add("ready"),
    loaded: add("loaded"),
    shipped: add("shipped"),
    grams: add("grams"),
    volume_cm3: add("volume_cm3"),
  });
  const sections: DocumentSection[] = [
    {
      heading: byChannel,
      columns: [{ header: columns.channel, share: 40 }, { header: columns.orders, share: 8, align: "end" }, ...end],
      rows: channels.map((row) => [row.channel_name, String(row.orders), ...listFigures(row)]),
      totals: [sum, String(result.length), ...all],
    },
    {
      heading: byOrder,
      columns: [
        { header: columns.day, share: 12 },
        { header: columns.order, share: 18 },
        { header: columns.owner, share: 18 },
        { header: columns.channel, share: 16 },
        ...end,
      ],
      rows: result.map((row) => [row.ship_day, row.order_number, row.owner_name, row.channel_name, ...listFigures(row)]),
      totals: [sum, "", "", "", ...all],
    },
  ];
  const document = {
    title: loadPlan,
    facts: asked.ship_day === undefined ? [] : [[facts.day, asked.ship_day] as const],
    sections,
    language,
    now: scope.now,
    isLandscape: true,
  };
  return answerPdf(["load-plan", asked.ship_day ?? ""], async () =>
    (await import("#server/warehouse/printing/sections-document.ts")).drawSections(document),
  );
}
