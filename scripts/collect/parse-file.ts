import { createWriteStream } from "node:fs";
import { readFile, rename, rm, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { JSDOM } from "jsdom";
import type { AboutRow } from "#src/export/export.contract.ts";
import { columnIds } from "#src/export/export.contract.ts";
import { fileBytes } from "#src/export/export.job.ts";
import { exportTexts } from "#src/export/export.texts.ts";
import { planWith } from "#src/export/plan-of-export.ts";
import { marketplaces } from "#src/marketplaces/marketplaces.ts";
import type { Problem, SavedPage } from "#src/marketplaces/marketplaces.contract.ts";
import type { Review } from "#src/reviews/reviews.contract.ts";
import type { Language } from "#src/lib/look.ts";

export const shapes = ["json", "csv", "xlsx"] as const;
export type Shape = (typeof shapes)[number];

export interface ParseOrder {
  /** path, or - for standard input */
  file: string;
  /** '' where unknown */
  url: string;
  as: Shape;
  /** path, or null for standard output */
  out: string | null;
  language: Language;
}

/** Something that cannot be done, in one line for the person. */
export class Refusal extends Error {}

/** Larger pages than any that a marketplace serves; jsdom takes some twenty times as much memory. */
const mostBytes = 64_000_000;

/**
 * Reads one saved page with every marketplace's adapter and writes its reviews.
 * @throws Refusal where the file cannot be read, holds no reviews, or the place to write is not fit
 */
export async function parseFile(order: ParseOrder): Promise<void> {
  if (order.as === "xlsx" && order.out === null && process.stdout.isTTY)
    throw new Refusal("an xlsx file is not for a terminal; give --out FILE");
  const now = new Date();
  const saved = readSaved(await readInput(order.file), order, now);
  await write(bytesOf(saved, order, now), order.out);
}

async function readInput(file: string): Promise<string> {
  try {
    if (file !== "-" && (await stat(file)).size > mostBytes) throw new Refusal(`${file} is larger than ${mostBytes / 1_000_000} MB`);
    const bytes = file === "-" ? await readStandardInput() : await readFile(file);
    const wide = (bytes[0] === 0xff && bytes[1] === 0xfe && "utf-16le") || (bytes[0] === 0xfe && bytes[1] === 0xff && "utf-16be");
    return new TextDecoder(wide === false ? "utf-8" : wide).decode(bytes);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(`cannot read ${nameOf(file)}: ${reasonOf(error)}`);
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

function readSaved(text: string, { file, url }: ParseOrder, now: Date): SavedPage {
  // One window for all documents; scripts of the page are never run.
  const parser = new new JSDOM("").window.DOMParser();
  const context = { parseHtml: (html: string) => parser.parseFromString(html, "text/html"), now: now.toISOString() };
  const refusals: string[] = [];
  for (const marketplace of marketplaces) {
    const result = marketplace.readSaved(text, url, context);
    if (result.ok && result.value.page.reviews.length > 0) return result.value;
    refusals.push(`${marketplace.name}: ${result.ok ? "an empty page" : problemText(result.problem)}`);
  }
  throw new Refusal(`no reviews in ${nameOf(file)} (${refusals.join("; ")})`);
}

function problemText(problem: Problem): string {
  switch (problem.kind) {
    case "notProductPage":
      return "not a page that it knows";
    case "blocked":
      return "the page of its risk control, not of reviews";
    case "contractChanged":
      return `of a form that is not known, without ${firstOf(problem.missing)}`;
    case "noReviews":
      return "none on it";
    case "signedOut":
    case "tooManyRequests":
    case "offline":
    case "unavailable":
    case "diskFull":
      return problem.kind;
  }
}

/** One line is what is promised, and a page can lack a hundred fields. */
function firstOf(names: readonly string[]): string {
  const shown = 3;
  return names.slice(0, shown).join(", ") + (names.length > shown ? ` and ${names.length - shown} more` : "");
}

function row(label: string, value: AboutRow["value"]): AboutRow {
  return { label, value };
}

function bytesOf({ facts, page }: SavedPage, { as, language }: ParseOrder, now: Date): AsyncIterable<Uint8Array> {
  if (as === "json") return once(new TextEncoder().encode(`${JSON.stringify(page.reviews, null, 2)}\n`));
  const t = exportTexts(language);
  const about = [
    row(t("export.about.listing"), facts.kind === "listing" ? facts.title : ""),
    row(t("export.about.shop"), facts.shopName),
    row(t("export.about.link"), facts.url),
    row(t("export.about.marketplace"), t(`export.marketplace.${facts.marketplace}`)),
    row(t("export.about.exportedAt"), now),
    row(t("export.about.rows"), page.reviews.length),
    ...[...facts.counts, ...page.counts].map(({ meaning, value }) => row(t(`export.count.${meaning}`), value)),
    row(t("export.about.madeWith"), t("export.about.product")),
  ];
  // The page and its answer may state the same count.
  const distinct = [...new Map(about.map((one) => [one.label, one])).values()].filter(({ value }) => value !== "");
  return fileBytes(once<Review[]>(page.reviews), planWith({ format: as, columns: columnIds, about: distinct, t }));
}

async function* once<T>(value: T): AsyncGenerator<T> {
  yield value;
}

async function write(bytes: AsyncIterable<Uint8Array>, out: string | null): Promise<void> {
  if (out === null) return pipeline(bytes, process.stdout, { end: false });
  // Under another name first: whoever reads --out never sees half a file.
  const unfinished = `${out}.${process.pid}.part`;
  try {
    await pipeline(bytes, createWriteStream(unfinished));
    await rename(unfinished, out);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw new Refusal(`cannot write ${out}: ${reasonOf(error)}`);
  }
}

function nameOf(file: string): string {
  return file === "-" ? "standard input" : file;
}

/** An operating system's error in words. */
function reasonOf(error: unknown): string {
  const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
  const known: Readonly<Record<string, string>> = {
    ENOENT: "no such file or folder",
    EACCES: "not allowed",
    EISDIR: "it is a folder",
    ENOSPC: "the disk is full",
  };
  return known[code] ?? (code === "" ? String(error) : code);
}
