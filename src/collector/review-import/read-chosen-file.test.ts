import { existsSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { JSDOM } from "jsdom";
import { describe, expect, test } from "vitest";
import { marketplaces } from "#src/collector/marketplaces/marketplaces.ts";
import { ReadingTooLong } from "#src/collector/marketplaces/timed-parser.rules.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import { readExport } from "./read-export.ts";
import type { FileProblem, FoundReviews, ReadSaved } from "./read-chosen-file.ts";
import { mostSeconds, isExport, readFile } from "./read-chosen-file.ts";

const readSaved: ReadSaved = (text, url) => {
  const context = { parseHtml: (html: string) => new JSDOM(html).window.document, now: "2026-11-21T10:00:00.000Z" };
  const [first] = marketplaces;
  if (first === undefined) throw new Error("no marketplace");
  return first.readSaved(text, url, context);
};

/** As the dashboard reads it, without its worker. */
async function read(bytes: Uint8Array<ArrayBuffer>): Promise<Result<FoundReviews, FileProblem>> {
  const ours = async (file: Blob) => {
    const exported = await readExport(new Uint8Array(await file.arrayBuffer()));
    return exported.ok ? ok(isExport(exported.value)) : refuse(exported.problem);
  };
  const found = await readFile(new Blob([bytes]), "", { page: readSaved, ours });
  return found.ok ? ok(found.value.found) : found;
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/** The beginning of a zip file, up to the name of its first part. */
function zipHead(name: string): Uint8Array<ArrayBuffer> {
  const header = [0x50, 0x4b, 3, 4, ...Array.from({ length: 22 }, () => 0), name.length, 0, 0, 0];
  return new Uint8Array([...header, ...bytesOf(name)]);
}

const samples = new URL("../../../../shared/samples/", import.meta.url);
const sample = (name: string) => new Uint8Array(readFileSync(new URL(name, samples)));

describe.skipIf(!existsSync(samples))("a saved page of ../shared/samples (skipped if they are absent)", () => {
  test("gives its reviews", async () => {
    const found = await read(sample("etsy_shop_reviews_2022.html"));
    expect(found.ok && found.value.reviews).toHaveLength(10);
    expect(found.ok && found.value.facts?.kind).toBe("shop");
  });

  test("is distinguished from a security check", async () => {
    expect(await read(sample("etsy_risk_control.html"))).toEqual({ ok: false, problem: { kind: "challenge" } });
  });
});

describe("a file that Quayside exported", () => {
  const csv = (rows: readonly string[]) =>
    bytesOf(`\uFEFF"Review ID","Marketplace","Rating","Review","Listing title","Listing link"\r\n${rows.join("\r\n")}\r\n`);

  test("gives its reviews, and a title if they are of one listing", async () => {
    const found = await read(
      csv(['"1","etsy","5","Good","Mug","https://www.etsy.com/listing/1"', '"2","etsy","4","Fine","Mug","https://www.etsy.com/listing/1"']),
    );
    expect(found.ok && { ...found.value, reviews: found.value.reviews.map(({ reviewId }) => reviewId) }).toEqual({
      reviews: ["1", "2"],
      facts: null,
      title: "Mug",
      url: "https://www.etsy.com/listing/1",
      missing: [],
      skipped: 0,
      isTruncated: false,
    });
  });

  test("has no title if it contains several listings", async () => {
    const found = await read(csv(['"1","etsy","5","Good","Mug",""', '"2","etsy","4","Fine","Bowl",""']));
    expect(found.ok && found.value.title).toBe("");
  });
});

describe("a file that cannot be read", () => {
  test.each([
    ["an empty one", ""],
    ["prose", "Dear diary, nothing happened."],
    ["a page without reviews", "<!doctype html><title>Hello</title><p>Nothing</p>"],
    ["an object of something else", '{"hello": "world"}'],
    ["a broken list", "[{"],
  ])("%s is refused without throwing", async (_name, text) => {
    const found = await read(bytesOf(text));
    expect(found.ok).toBe(false);
  });

  test.each([
    ["nothing", new Uint8Array(0), { kind: "empty" }],
    ["white space", bytesOf(" \n\t"), { kind: "empty" }],
    ["a gzip file", gzipSync("<!doctype html><html><body></body></html>"), { kind: "compressed", by: "gzip" }],
    ["a zip file of a page", zipHead("page.html"), { kind: "compressed", by: "zip" }],
    ["half a page", bytesOf("<!doctype html><html><head><title>Sh"), { kind: "truncated", what: "HTML" }],
    ["half an answer", bytesOf('{"reviews": [{"id": 1'), { kind: "truncated", what: "JSON" }],
    ["half a list of ours", bytesOf('[{"reviewId": "1"'), { kind: "truncated", what: "JSON" }],
  ])("%s is reported as what it is", async (_name, bytes, problem) => {
    expect(await read(new Uint8Array(bytes))).toEqual({ ok: false, problem });
  });

  test("a damaged workbook is reported as unreadable, not as compressed", async () => {
    expect(await read(zipHead("[Content_Types].xml"))).toEqual({ ok: false, problem: { kind: "unreadable" } });
  });

  test("a page that takes too long is abandoned and reported with the time limit", async () => {
    const page = () => {
      throw new ReadingTooLong(mostSeconds);
    };
    const ours = async () => refuse({ kind: "unreadable" } as const);
    const found = await readFile(new Blob(["<html><b>"]), "", { page, ours });
    expect(found).toEqual({ ok: false, problem: { kind: "tooLong", seconds: mostSeconds } });
  });

  test("bytes that are not text are unreadable", async () => {
    expect(await read(new Uint8Array([0xff, 0x00, 0x12, 0x80, 0x00]))).toEqual({
      ok: false,
      problem: { kind: "unreadable" },
    });
  });
});
