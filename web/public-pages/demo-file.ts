import { getNotReadText } from "#src/collector/export/summary-sheet.rules.ts";
import type { AboutRow } from "#src/collector/export/export.contract.ts";
import type { ExportFormat } from "#src/collector/reviews/review-file.contract.ts";
import { columnIds } from "#src/collector/reviews/review-file.contract.ts";
import { writeToSink } from "#src/collector/export/write-export.ts";
import { buildFileName } from "#src/collector/export/export.rules.ts";
import { blobSink } from "#src/collector/export/file-sink.ts";
import type { Translate } from "#src/collector/export/export-texts.ts";
import { exportTexts } from "#src/collector/export/export-texts.ts";
import { buildLayout } from "#src/collector/export/export-layout.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import { countNotRead } from "#src/collector/reviews/reviews.rules.ts";
import type { Found } from "./demo-reading.ts";

/** Returns whether the reviews are complete, in the words of an export's second sheet. */
function completeness({ reviews, expected }: Found, withoutText: number, t: Translate): string {
  const values = { read: reviews.length, kept: reviews.length, expected: expected ?? 0, withoutText };
  if (expected === null) return t("export.complete.partialUncounted", values);
  if (reviews.length > expected) return t("export.complete.more", values);
  return t(reviews.length === expected ? "export.complete.all" : "export.complete.partial", values);
}

function aboutRows(found: Found, now: Date, t: Translate): AboutRow[] {
  const { facts, reviews, counts } = found;
  const withoutText = reviews.filter(({ text }) => text.trim() === "").length;
  const rows: AboutRow[] = [
    { label: t("export.about.listing"), value: facts.kind === "listing" ? facts.title : "" },
    { label: t("export.about.shop"), value: facts.shopName },
    { label: t("export.about.listingId"), value: facts.listingId },
    { label: t("export.about.link"), value: facts.url },
    { label: t("export.about.marketplace"), value: t(`export.marketplace.${facts.marketplace}`) },
    { label: t("export.about.exportedAt"), value: now },
    { label: t("export.about.rows"), value: reviews.length },
    { label: t("export.about.completeness"), value: completeness(found, withoutText, t) },
    { label: t("export.about.withoutText"), value: withoutText },
    { label: t("export.about.withPhotos"), value: reviews.filter(({ images }) => (images ?? []).length > 0).length },
    { label: t("export.about.notRead"), value: getNotReadText(countNotRead(reviews), t) },
    ...counts.map(({ meaning, value }) => ({ label: t(`export.count.${meaning}`), value })),
    { label: t("export.about.madeWith"), value: t("export.about.product") },
  ];
  return rows.filter(({ value }) => value !== "");
}

/**
 * Writes the reviews to a file with the extension's writers, with all columns.
 * @returns the file and its name; null if it could not be written
 */
export async function makeDemoFile(
  found: Found,
  format: ExportFormat,
  language: Language,
  now: Date,
): Promise<{ readonly name: string; readonly file: Blob } | null> {
  const t = exportTexts(language);
  const layout = buildLayout({ format, columns: columnIds, about: aboutRows(found, now, t), t });
  async function* batches() {
    yield found.reviews;
  }
  const outcome = await writeToSink(blobSink(), batches(), layout, () => undefined);
  if (!outcome.ok) return null;
  const { marketplace, kind, listingId, shopName, title } = found.facts;
  const name = buildFileName({ marketplace, kind, subject: kind === "shop" ? shopName : listingId, title }, format, now);
  return { name, file: outcome.value.file };
}
