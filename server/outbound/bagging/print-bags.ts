import { buffer } from "node:stream/consumers";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { formatNumber, numberFormat } from "#src/kit/lib/formats.ts";
import { locales } from "#src/kit/lib/languages.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { BagParcel, BagRow, printBaggedList, printBagTags } from "#src/outbound/bagging/bagging.contract.ts";
import { mostListed, sumParcelGrams } from "#src/outbound/bagging/bagging.rules.ts";
import type { Manifest, printManifest } from "#src/outbound/bagging/manifests.contract.ts";
import { createPrintImage } from "#server/platform/files/reencode-image.ts";
import type { FileAnswer } from "#server/platform/http/context.ts";
import type { Services } from "#server/platform/services.ts";
import type { PrintImage } from "#server/warehouse/printing/pdf.ts";
import { answerPdf } from "#server/warehouse/printing/pdf-answer.ts";
import type { DocumentSection, SignatureLine } from "#server/warehouse/printing/sections-document.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { countParcelsOfBags, listBagRows, listBagsByNumber, listParcelsOfBags } from "./bags.queries.ts";
import { findManifest, findSignatureKey } from "./manifests.queries.ts";
import { bagPrintTexts } from "./print-texts.ts";

type Printed<P extends RefusalName = never> = Promise<Result<FileAnswer, "notFound" | P>>;
type PrintServices = Pick<Services, "files" | "log">;

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
  const about = [bag.bag_number, bag.channel_name, bag.ship_date, toParcels(parcels.length), toKilograms(getWeight(bag), language)];
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

/** Lists the sections of bags, each with its own parcels, all of them: the figures above them count the same parcels. */
async function listSections(
  scope: OrderScope,
  bags: readonly BagRow[],
  language: Language,
): Promise<{ sections: DocumentSection[]; parcelCount: number }> {
  const parcels = await listParcelsOfBags(
    scope,
    bags.map(({ bag_uuid }) => bag_uuid),
  );
  const byBag = Map.groupBy(parcels, ({ bag_uuid }) => bag_uuid);
  return { sections: bags.map((bag) => buildBagSection(bag, byBag.get(bag.bag_uuid) ?? [], language)), parcelCount: parcels.length };
}

/** Returns the lists of bags as a PDF, each on a page of its own. More parcels than one file takes are refused, and none is omitted. */
export async function printLists(
  scope: OrderScope,
  { bag_numbers, language }: ParsedInputOf<typeof printBaggedList>,
): Printed<"bagging.tooManyListed"> {
  const numbers = [...new Set(bag_numbers)];
  const bags = await listBagsByNumber(scope, numbers);
  const [first] = bags;
  if (first === undefined || bags.length < numbers.length) return refuse("notFound");
  const uuids = bags.map(({ bag_uuid }) => bag_uuid);
  if ((await countParcelsOfBags(scope, uuids)) > mostListed) return refuse("bagging.tooManyListed");
  const { sections, parcelCount } = await listSections(scope, bags, language);
  const { bagList, facts, parcels } = bagPrintTexts[language];
  const document = {
    title: bagList,
    facts: [
      [facts.warehouse, [...new Set(bags.map(({ warehouse_name }) => warehouse_name))].join(", ")],
      [facts.bags, String(bags.length)],
      [facts.parcels, parcels(parcelCount)],
    ] as const,
    sections: sections.map((section) => ({ ...section, startsPage: true })),
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

function listFacts(manifest: Manifest, parcelCount: number, language: Language): [string, string][] {
  const { facts, parcels } = bagPrintTexts[language];
  const all: [string, string][] = [
    [facts.warehouse, manifest.warehouse_name],
    [facts.carrier, manifest.carrier_name],
    [facts.shipDate, manifest.ship_date],
    [facts.bags, String(manifest.bag_count)],
    [facts.parcels, parcels(parcelCount)],
    [facts.weight, toKilograms(manifest.weight_grams, language)],
  ];
  return all.filter(([, value]) => value !== "");
}

/** Returns the drawn signature of a hand-over as it is printed; null if its file is lost. */
async function readSignature({ files, log }: PrintServices, key: string): Promise<PrintImage | null> {
  const stored = await files.get(key);
  const image = stored === null ? null : await createPrintImage(await buffer(stored));
  if (image?.ok === true) return image.value;
  log.error({ key }, "bagging: a manifest is printed without its signature, which cannot be read");
  return null;
}

/** Lines for name, time and signature: empty before the hand-over, and filled after it. */
function listSignatures(
  { carrier_person, signed_name, handed_over_at, status }: Manifest,
  image: PrintImage | null,
  language: Language,
): SignatureLine[] {
  const { person, time, signature } = bagPrintTexts[language].signatures;
  if (status !== "handed_over") return [person, time, signature].map((label) => ({ label }));
  return [
    { label: person, text: carrier_person },
    { label: time, text: `${handed_over_at.slice(0, 16).replace("T", " ")} UTC` },
    { label: signature, text: signed_name, image },
  ];
}

/** Returns a manifest as a PDF, with lines for name, time and signature, which are filled once it is handed over. */
export async function drawManifest(
  scope: OrderScope,
  services: PrintServices,
  { manifest_uuid, language }: ParsedInputOf<typeof printManifest>,
): Printed {
  const manifest = await findManifest(scope, manifest_uuid);
  if (manifest === null) return refuse("notFound");
  const key = manifest.signature === "" ? null : await findSignatureKey(scope, manifest_uuid);
  const { sections, parcelCount } = await listSections(scope, manifest.bags, language);
  const document = {
    title: bagPrintTexts[language].manifest(manifest.manifest_number),
    titleCode: manifest.manifest_number,
    facts: listFacts(manifest, parcelCount, language),
    sections,
    language,
    now: scope.now,
  };
  return ok(
    answerPdf([manifest.manifest_number, "manifest"], async () => {
      const image = key === null ? null : await readSignature(services, key);
      const { drawSections } = await import("#server/warehouse/printing/sections-document.ts");
      return drawSections({ ...document, signatures: listSignatures(manifest, image, language) });
    }),
  );
}
