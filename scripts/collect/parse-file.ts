import { readFile, stat } from "node:fs/promises";
import type { AboutRow } from "#src/collector/export/export.contract.ts";
import { getNotReadText } from "#src/collector/export/summary-sheet.rules.ts";
import { columnIds } from "#src/collector/reviews/review-file.contract.ts";
import { streamFileBytes } from "#src/collector/export/write-export.ts";
import { exportTexts } from "#src/collector/export/export-texts.ts";
import { buildLayout } from "#src/collector/export/export-layout.ts";
import type { FileFlaw } from "#src/collector/review-import/file-format.rules.ts";
import { findFlaw, findPacker } from "#src/collector/review-import/file-format.rules.ts";
import type { SavedPage } from "#src/collector/marketplaces/marketplaces.contract.ts";
import type { Review } from "#src/collector/reviews/reviews.contract.ts";
import { countNotRead, dropDuplicates } from "#src/collector/reviews/reviews.rules.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import { readSavedInTime } from "./read-saved-page.ts";
import { describeSystemError, Refusal } from "./refusal.ts";
import { writeOutput } from "./write-output.ts";

export const shapes = ["json", "csv", "xlsx"] as const;
export type Shape = (typeof shapes)[number];

export interface ParseOrder {
  /** path, or - for standard input */
  file: string;
  /** '' if unknown */
  url: string;
  as: Shape;
  /** path, or null for standard output */
  out: string | null;
  language: Language;
  /** how long reading may take */
  seconds: number;
}

/** What was written, in numbers and words for the person. */
export interface ParseOutcome {
  /** one line each: content of the file that the output lacks */
  notes: readonly string[];
  /** whether reviews of the file may be missing */
  isIncomplete: boolean;
}

/** Larger than any page that a marketplace serves; jsdom takes some twenty times as much memory. */
const mostBytes = 64_000_000;

/**
 * Reads one saved page with every reader and writes its reviews, each id once.
 * @throws Refusal if the file cannot be read, contains no reviews, takes too long, or the output cannot be written
 */
export async function parseFile(order: ParseOrder): Promise<ParseOutcome> {
  if (order.as === "xlsx" && order.out === null && process.stdout.isTTY)
    throw new Refusal("an xlsx file is not for a terminal; give --out FILE");
  const now = new Date();
  const name = order.file === "-" ? "standard input" : order.file;
  const bytes = await readInput(order.file, name);
  const packer = findPacker(bytes);
  if (packer !== null) throw new Refusal(`no reviews in ${name} (it is compressed with ${packer}: unpack it first)`);
  const text = decode(bytes);
  const flaw = findFlaw(text);
  if (flaw?.kind === "empty") throw new Refusal(`no reviews in ${name} (it is empty)`);
  const read = await readSavedInTime({ text, url: order.url, now: now.toISOString() }, order.seconds);
  if (!read.ok) throw new Refusal(`no reviews in ${name} (${describeRefusal(flaw, read.refusals)})`);
  const { saved } = read;
  const reviews = dropDuplicates(saved.page.reviews);
  const duplicates = saved.page.reviews.length - reviews.length;
  await writeOutput(streamFile({ ...saved, page: { ...saved.page, reviews } }, duplicates, order, now), order.out);
  return describeOutcome({ written: reviews.length, duplicates, lost: saved.page.lost, flaw });
}

async function readInput(file: string, name: string): Promise<Buffer> {
  try {
    if (file !== "-" && (await stat(file)).size > mostBytes) throw new Refusal(`${file} is larger than ${mostBytes / 1_000_000} MB`);
    return file === "-" ? await readStandardInput() : await readFile(file);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(`cannot read ${name}: ${describeSystemError(error)}`);
  }
}

async function readStandardInput(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new Refusal(`standard input is larger than ${mostBytes / 1_000_000} MB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function decode(bytes: Buffer): string {
  const wide = (bytes[0] === 0xff && bytes[1] === 0xfe && "utf-16le") || (bytes[0] === 0xfe && bytes[1] === 0xff && "utf-16be");
  return new TextDecoder(wide === false ? "utf-8" : wide).decode(bytes);
}

function describeRefusal(flaw: FileFlaw | null, refusals: readonly string[]): string {
  return flaw?.kind === "truncated" ? `it is truncated: its ${flaw.what} does not end` : refusals.join("; ");
}

function describeOutcome(found: { written: number; duplicates: number; lost: number; flaw: FileFlaw | null }): ParseOutcome {
  const { written, duplicates, lost, flaw } = found;
  const notes: string[] = [];
  if (duplicates > 0) notes.push(`wrote ${written}; left out ${duplicates} whose review id came again`);
  if (lost > 0) notes.push(`wrote ${written}; left out ${lost} without a readable review id`);
  if (flaw?.kind === "truncated")
    notes.push(`wrote ${written}; the file is truncated (its ${flaw.what} does not end), so others may be missing`);
  return { notes, isIncomplete: lost > 0 || flaw !== null };
}

function row(label: string, value: AboutRow["value"]): AboutRow {
  return { label, value };
}

function streamFile({ facts, page }: SavedPage, duplicates: number, { as, language }: ParseOrder, now: Date): AsyncIterable<Uint8Array> {
  if (as === "json") return once(new TextEncoder().encode(`${JSON.stringify(page.reviews, null, 2)}\n`));
  const t = exportTexts(language);
  const about = [
    row(t("export.about.listing"), facts.kind === "listing" ? facts.title : ""),
    row(t("export.about.shop"), facts.shopName),
    row(t("export.about.link"), facts.url),
    row(t("export.about.marketplace"), t(`export.marketplace.${facts.marketplace}`)),
    row(t("export.about.exportedAt"), now),
    row(t("export.about.rows"), page.reviews.length),
    row(t("export.about.duplicates"), duplicates),
    row(t("export.about.notRead"), getNotReadText(countNotRead(page.reviews), t)),
    ...[...facts.counts, ...page.counts].map(({ meaning, value }) => row(t(`export.count.${meaning}`), value)),
    row(t("export.about.madeWith"), t("export.about.product")),
  ];
  // The page and its embedded answer may state the same count.
  const distinct = [...new Map(about.map((one) => [one.label, one])).values()].filter(({ value }) => value !== "");
  return streamFileBytes(once<Review[]>(page.reviews), buildLayout({ format: as, columns: columnIds, about: distinct, t }));
}

async function* once<T>(value: T): AsyncGenerator<T> {
  yield value;
}
