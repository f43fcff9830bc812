import { describe, expect, test } from "vitest";
import { read, utils } from "xlsx";
import { makeTranslate } from "#src/kit/i18n/make-translate.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import { languages, locales } from "#src/kit/lib/languages.ts";
import english from "#src/pro/public-pages/en_us.json" with { type: "json" };
import chinese from "#src/pro/public-pages/zh_cn.json" with { type: "json" };
import { parseHtml } from "#tests/factories/parse-html.ts";
import { makeDemoFile } from "./demo-file.ts";
import type { Found } from "./demo-reading.ts";
import { mostDemoBytes, readDemoFile } from "./demo-reading.ts";
import { samplePage } from "./sample-page.ts";

const now = "2026-11-21T10:00:00.000Z";
const t = (language: Language) => makeTranslate({ publicPages: { en_us: english, zh_cn: chinese }[language] }, locales[language]);

const readText = async (text: BlobPart) => readDemoFile(new Blob([text]), parseHtml, now);

/** The parsed sample page. */
async function sampleFound(language: Language = "en_us"): Promise<Found> {
  const result = await readText(samplePage(t(language)));
  if (!result.ok) throw new Error(result.problem.kind);
  return result.value;
}

/** A page as Chromium saves it as MHTML. */
function mhtmlOf(html: string, encoding: "quoted-printable" | "base64" | "8bit"): Uint8Array<ArrayBuffer> {
  const bytes = [...new TextEncoder().encode(html)];
  const quoted = bytes.map((byte) =>
    byte === 10 ? "\r\n" : byte > 126 || byte === 61 ? `=${byte.toString(16).toUpperCase().padStart(2, "0")}` : String.fromCharCode(byte),
  );
  const content =
    encoding === "base64"
      ? btoa(String.fromCharCode(...bytes)).replaceAll(/(.{76})/g, "$1\r\n")
      : encoding === "8bit"
        ? String.fromCharCode(...bytes)
        : quoted.join("").replaceAll(/([^\r\n]{70})(?![0-9A-F]|$)/g, "$1=\r\n");
  const file = [
    "From: <Saved by Blink>",
    "Snapshot-Content-Location: https://www.etsy.com/listing/1000000010/sample",
    "MIME-Version: 1.0",
    'Content-Type: multipart/related;\r\n\ttype="text/html";\r\n\tboundary="----MultipartBoundary--x----"',
    "",
    "",
    "------MultipartBoundary--x----",
    "Content-Type: text/html",
    `Content-Transfer-Encoding: ${encoding}`,
    "Content-Location: https://www.etsy.com/listing/1000000010/sample",
    "",
    content,
    "------MultipartBoundary--x----",
    "Content-Type: text/css",
    "",
    "p { color: red }",
    "------MultipartBoundary--x------",
  ].join("\r\n");
  return Uint8Array.from(file, (sign) => sign.charCodeAt(0));
}

describe("the sample page", () => {
  test.each(languages)("is read by the marketplace's own reader, with nothing missing: %s", async (language) => {
    const found = await sampleFound(language);
    expect(found.reviews).toHaveLength(10);
    expect(found).toMatchObject({ expected: 64, missing: [] });
    expect(found.facts).toMatchObject({ listingId: "1000000010", kind: "listing" });
    expect(found.reviews.filter(({ text }) => text === "")).toHaveLength(2);
    expect(found.reviews.filter(({ images }) => (images ?? []).length > 0)).toHaveLength(3);
    expect(found.reviews.filter(({ sellerReply }) => sellerReply !== null)).toHaveLength(1);
    expect(found.reviews[0]).toMatchObject({ rating: 5, date: "2026-11-03", variation: expect.stringMatching(/\w|[\u4e00-\u9fff]/) });
  });

  test("names no reviewer", async () => {
    expect((await sampleFound()).reviews.map(({ reviewer, reviewerUrl }) => reviewer + reviewerUrl).join("")).toBe("");
  });
});

describe("the file created from the sample page", () => {
  test.each(languages)("is a workbook that contains every review and states what is missing: %s", async (language) => {
    const found = await sampleFound(language);
    const made = await makeDemoFile(found, "xlsx", language, new Date(now));
    expect(made?.name).toMatch(/^etsy-1000000010-.+-2026-11-21\.xlsx$/);
    const book = read(await made?.file.arrayBuffer());
    const [first = "", second = ""] = book.SheetNames;
    const rows = utils.sheet_to_json<unknown[]>(book.Sheets[first] ?? {}, { header: 1 });
    expect(rows).toHaveLength(11);
    expect(JSON.stringify(rows)).toContain(found.reviews[0]?.text);
    const about = utils.sheet_to_csv(book.Sheets[second] ?? {});
    expect(about).toMatch(language === "en_us" ? /Not finished: 10 of 64/ : /共 64 条，已读 10 条/);
  });

  test("is CSV if requested", async () => {
    const made = await makeDemoFile(await sampleFound(), "csv", "en_us", new Date(now));
    const text = (await made?.file.text()) ?? "";
    expect(text.trimEnd().split("\r\n")).toHaveLength(11);
    expect(made?.file.type).toContain("text/csv");
  });

  test("says that it is complete if the page contains as many reviews as it states", async () => {
    const found = await sampleFound();
    const made = await makeDemoFile({ ...found, expected: 10 }, "xlsx", "en_us", new Date(now));
    const book = read(await made?.file.arrayBuffer());
    expect(utils.sheet_to_csv(book.Sheets["About"] ?? {})).toContain("10 of 10, 2 without text");
  });
});

describe("a page saved as a single file", () => {
  test.each(["quoted-printable", "base64", "8bit"] as const)("is unpacked: %s", async (encoding) => {
    const page = samplePage(t("zh_cn"));
    const result = await readText(mhtmlOf(page, encoding));
    expect(result.ok && result.value.reviews.map(({ text }) => text)).toEqual((await sampleFound("zh_cn")).reviews.map(({ text }) => text));
  });

  test.each([
    ["without a boundary", "From: x\r\nContent-Type: multipart/related\r\n\r\nnothing"],
    ["without a page", 'From: x\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n--b\r\nContent-Type: text/css\r\n\r\np{}\r\n--b--'],
    [
      "with base64 that is none",
      'From: x\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n--b\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n\r\nA\r\n--b--',
    ],
  ])("%s is refused", async (_what, text) => {
    expect(await readText(text)).toEqual({ ok: false, problem: { kind: "unreadable" } });
  });
});

describe("an unusable or hostile file", () => {
  test.each([
    ["an empty file", "", "empty"],
    ["blanks", " \n\t", "empty"],
    ["prose", "Dear diary, nothing happened.", "unreadable"],
    ["a workbook", "PK\u0003\u0004\u0000\u0000", "unreadable"],
    ["another page", "<!doctype html><title>Hello</title><p>Nothing</p>", "notPage"],
    ["another object", '{"hello": "world"}', "notPage"],
    ["a broken list", "[{", "notPage"],
    ["a listing whose reviews were not in sight", '<link rel="canonical" href="https://www.etsy.com/listing/1"><h1>Mug</h1>', "nothing"],
    ["the security check", "<script>var dd={'rt':'c','host':'geo.captcha-delivery.com'}</script>", "challenge"],
  ])("%s is reported: %j", async (_what, text, kind) => {
    expect(await readText(text)).toMatchObject({ ok: false, problem: { kind } });
  });

  test("a page that claims to be from another site is given no address", async () => {
    const result = await readText(samplePage(t("en_us")).replaceAll("www.etsy.com/listing", "elsewhere.example.com/listing"));
    expect(result.ok && result.value.facts.url).toBe("");
  });

  test("a file that is too large is not opened", async () => {
    const huge = new Blob([new Uint8Array(mostDemoBytes + 1)]);
    expect(await readDemoFile(huge, parseHtml, now)).toEqual({ ok: false, problem: { kind: "tooLarge", bytes: mostDemoBytes + 1 } });
  });

  test("markup in the texts of a hostile page stays text", async () => {
    const words = "<img src=x onerror=alert(1)>";
    const page = samplePage(t("en_us")).replace("Bought as a present.", "&lt;img src=x onerror=alert(1)&gt; Bought as a present.");
    const result = await readText(page);
    expect(result.ok && result.value.reviews[1]?.text).toContain(words);
  });
});
