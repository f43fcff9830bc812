import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { formatNumber, numberFormat } from "#src/kit/lib/formats.ts";
import { locales } from "#src/kit/lib/languages.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { BagParcel, BagRow, printBaggedList, printBagTags } from "#src/outbound/bagging/bagging.contract.ts";
import { sumParcelGrams } from "#src/outbound/bagging/bagging.rules.ts";
import type { Manifest, printManifest } from "#src/outbound/bagging/manifests.contract.ts";
import type { FileAnswer } from "#server/platform/http/context.ts";
import { answerPdf } from "#server/warehouse/printing/pdf-answer.ts";
import type { DocumentSection } from "#server/warehouse/printing/sections-document.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { listBagRows, listBagsByNumber, listParcelsOfBags } from "./bags.queries.ts";
import { findManifest } from "./manifests.queries.ts";
import { bagPrintTexts } from "./print-texts.ts";

type Printed = Promise<Result<FileAnswer, "notFound">>;

/** Writes a weight in kilograms with three places, as scales of bags show it. */
function toKilograms(grams: number, language: Language): string {
  const shown = numberFormat(locales[language], { minimumFractionDigits: 3, maximumFractionDigits: 3 }).format(grams / 1000);
  return bagPrintTexts[language].kilograms(shown);
}

/** A sealed bag's weight; of an open one, what its parcels weigh. */
function getWeight({ weight_grams, parcel_grams }: Pick<BagRow, "weight_grams" | "parcel_grams">): number {
  return weight_grams ?? parcel_grams;
}

/** A table of a bag's parcels. */
function buildBagSection(bag: BagRow, parcels: readonly BagParcel[], language: Language): DocumentSection {
  const { columns, sum, parcels: toParcels } = bagPrintTexts[language];
  const about = [bag.bag_number, bag.channel_name, bag.ship_date, toParcels(bag.parcel_count), toKilograms(getWeight(bag), language)];
  return {
    heading: about.join(" · "),
    columns: [
      { header: columns.stop, share: 6, align: "end" },
      { header: columns.parcel, share: 20 },
      { header: columns.waybill, share: 24 },
      { header: columns.tracking, share: 24 },
      { header: columns.order, share: 20 },
      { header: columns.weight, share: 12, align: "end" },
    ],
    rows: parcels.map((one, at) => [
      String(at + 1),
      one.parcel_number,
      one.waybill_number,
      one.tracking_number,
      one.order_number,
      one.measured_grams === null ? "" : formatNumber(one.measured_grams, locales[language]),
    ]),
    totals: ["", sum, "", "", "", formatNumber(sumParcelGrams(parcels), locales[language])],
  };
}

/** Lists the sections of bags, each with its own parcels. */
async function listSections(scope: OrderScope, bags: readonly BagRow[], language: Language): Promise<DocumentSection[]> {
  const parcels = await listParcelsOfBags(
    scope,
    bags.map(({ bag_uuid }) => bag_uuid),
  );
  const byBag = Map.groupBy(parcels, ({ bag_uuid }) => bag_uuid);
  return bags.map((bag) => buildBagSection(bag, byBag.get(bag.bag_uuid) ?? [], language));
}

/** Returns the lists of bags as a PDF, each on a page of its own. */
export async function printLists(scope: OrderScope, { bag_numbers, language }: ParsedInputOf<typeof printBaggedList>): Printed {
  const numbers = [...new Set(bag_numbers)];
  const bags = await listBagsByNumber(scope, numbers);
  const [first] = bags;
  if (first === undefined || bags.length < numbers.length) return refuse("notFound");
  const sections = (await listSections(scope, bags, language)).map((section) => ({ ...section, startsPage: true }));
  const { bagList, facts, parcels } = bagPrintTexts[language];
  const document = {
    title: bagList,
    facts: [
      [facts.warehouse, [...new Set(bags.map(({ warehouse_name }) => warehouse_name))].join(", ")],
      [facts.bags, String(bags.length)],
      [facts.parcels, parcels(bags.reduce((sum, { parcel_count }) => sum + parcel_count, 0))],
    ] as const,
    sections,
    language,
    now: scope.now,
  };
  return ok(
    answerPdf([bags.length === 1 ? first.bag_number : bagList, "bag-list"], async () =>
      (await import("#server/warehouse/printing/sections-document.ts")).drawSections(document),
    ),
  );
}

/** Returns the tags of bags as a PDF. */
export async function printTags(scope: OrderScope, { bag_uuids, language }: ParsedInputOf<typeof printBagTags>): Printed {
  const uuids = [...new Set(bag_uuids.map((uuid) => uuid.toLowerCase()))];
  const bags = await listBagRows(scope, uuids);
  const [first] = bags;
  if (first === undefined || bags.length < uuids.length) return refuse("notFound");
  const { tags: title, facts, parcels } = bagPrintTexts[language];
  const tags = bags.map((bag) => ({
    number: bag.bag_number,
    channel: bag.channel_name,
    account: bag.account_name,
    facts: [
      [facts.shipDate, bag.ship_date],
      [facts.parcels, parcels(bag.parcel_count)],
      [facts.weight, toKilograms(getWeight(bag), language)],
      [facts.warehouse, bag.warehouse_name],
    ] as const,
  }));
  return ok(
    answerPdf([bags.length === 1 ? first.bag_number : title, "tags"], async () =>
      (await import("#server/warehouse/printing/bag-tags.ts")).drawBagTags(tags, { title, language, now: scope.now }),
    ),
  );
}

function listFacts(manifest: Manifest, language: Language): [string, string][] {
  const { facts, parcels } = bagPrintTexts[language];
  const all: [string, string][] = [
    [facts.warehouse, manifest.warehouse_name],
    [facts.carrier, manifest.carrier_name],
    [facts.shipDate, manifest.ship_date],
    [facts.bags, String(manifest.bag_count)],
    [facts.parcels, parcels(manifest.parcel_count)],
    [facts.weight, toKilograms(manifest.weight_grams, language)],
    [facts.takenBy, manifest.carrier_person],
    [facts.handedOver, manifest.handed_over_at.slice(0, 16).replace("T", " ")],
    [facts.signed, manifest.signed_name],
  ];
  return all.filter(([, value]) => value !== "");
}

/** Returns a manifest as a PDF, with lines for the signature until it is handed over. */
export async function drawManifest(scope: OrderScope, { manifest_uuid, language }: ParsedInputOf<typeof printManifest>): Printed {
  const manifest = await findManifest(scope, manifest_uuid);
  if (manifest === null) return refuse("notFound");
  const { manifest: toTitle, signatures } = bagPrintTexts[language];
  const document = {
    title: toTitle(manifest.manifest_number),
    titleCode: manifest.manifest_number,
    facts: listFacts(manifest, language),
    sections: await listSections(scope, manifest.bags, language),
    signatures: manifest.status === "handed_over" ? [] : signatures,
    language,
    now: scope.now,
  };
  return ok(
    answerPdf([manifest.manifest_number, "manifest"], async () =>
      (await import("#server/warehouse/printing/sections-document.ts")).drawSections(document),
    ),
  );
}
