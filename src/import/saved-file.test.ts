import { existsSync, readFileSync } from "node:fs";
import { JSDOM } from "jsdom";
import { describe, expect, test } from "vitest";
import { marketplaces } from "#src/marketplaces/marketplaces.ts";
import type { Result } from "#src/lib/result.ts";
import { ok, refuse } from "#src/lib/result.ts";
import { readExport } from "./import.reader.ts";
import type { FileProblem, FoundReviews, ReadSaved } from "./saved-file.ts";
import { ofExport, readFile } from "./saved-file.ts";

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
    return exported.ok ? ok(ofExport(exported.value)) : refuse(exported.problem);
  };
  const found = await readFile(new Blob([bytes]), "", { page: readSaved, ours });
  return found.ok ? ok(found.value.found) : found;
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

const samples = new URL("../../../shared/samples/", import.meta.url);
const sample = (name: string) => new Uint8Array(readFileSync(new URL(name, samples)));

describe.skipIf(!existsSync(samples))("a saved page of ../shared/samples (skipped where they are absent)", () => {
  test("gives its reviews", async () => {
    const found = await read(sample("etsy_shop_reviews_2022.html"));
    expect(found.ok && found.value.reviews).toHaveLength(10);
    expect(found.ok && found.value.facts?.kind).toBe("shop");
  });

  test("a security check is told from a page", async () => {
    expect(await read(sample("etsy_risk_control.html"))).toEqual({ ok: false, problem: { kind: "challenge" } });
  });
});

describe("a file that Quayside exported", () => {
  const csv = (rows: readonly string[]) =>
    bytesOf(`\uFEFF"Review ID","Marketplace","Rating","Review","Listing title","Listing link"\r\n${rows.join("\r\n")}\r\n`);

  test("gives its reviews, and its title where they are of one listing", async () => {
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
    });
  });

  test("is of no listing in particular where it holds several", async () => {
    const found = await read(csv(['"1","etsy","5","Good","Mug",""', '"2","etsy","4","Fine","Bowl",""']));
    expect(found.ok && found.value.title).toBe("");
  });
});

describe("a file that is none of ours", () => {
  test.each([
    ["an empty one", ""],
    ["prose", "Dear diary, nothing happened."],
    ["a page without reviews", "<!doctype html><title>Hello</title><p>Nothing</p>"],
    ["an object of something else", '{"hello": "world"}'],
    ["a broken list", "[{"],
  ])("%s is refused, and nothing is thrown", async (_name, text) => {
    const found = await read(bytesOf(text));
    expect(found.ok).toBe(false);
  });

  test("bytes that are no text are unreadable", async () => {
    expect(await read(new Uint8Array([0xff, 0x00, 0x12, 0x80, 0x00]))).toEqual({
      ok: false,
      problem: { kind: "unreadable" },
    });
  });
});
