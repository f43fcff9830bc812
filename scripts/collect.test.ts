import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as XLSX from "xlsx";
import { review } from "#src/reviews/reviews.contract.ts";
import { sharedFile } from "#tests/factories/shared-file.ts";

const script = fileURLToPath(new URL("./collect.ts", import.meta.url));
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "quayside-collect-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function card(id: number, text: string): string {
  return `<li data-region="review" data-review-region="${id}">
    <input type="hidden" name="rating" value="4"><p class="shop2-review-attribution"><a href="https://www.etsy.com/people/buyer${id}">Buyer ${id}</a> on Jun 12, 2022</p>
    <p class="prose break-word">${text}</p>
    <div data-region="listing"><a href="https://www.etsy.com/listing/100000012${id}/oak-tray">Oak tray</a></div></li>`;
}

/** An invented shop page in the marketplace's markup, with two reviews. */
function shopPage(): string {
  return `<!doctype html><html lang="en-US"><head><link rel="canonical" href="https://www.etsy.com/shop/QuietOak/reviews"></head>
    <body><span class="reviews-total">2</span><ul>${card(1, "Sturdy.")}${card(2, "=HYPERLINK(&quot;http://evil.example&quot;)")}</ul></body></html>`;
}

function saved(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

function collect(args: readonly string[], input = ""): { status: number | null; out: Buffer; error: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { input, maxBuffer: 64e6 });
  return { status, out: stdout, error: stderr.toString("utf8") };
}

/** A refusal is one line on standard error, status 1, and nothing on standard output. */
function refusalOf(args: readonly string[], input = ""): string {
  const { status, out, error } = collect(args, input);
  expect(status).toBe(1);
  expect(out.length).toBe(0);
  expect(error.trimEnd().split("\n")).toHaveLength(1);
  return error.trimEnd();
}

describe("collect parse", () => {
  it("prints canonical reviews as pretty JSON", () => {
    const { status, out } = collect(["parse", saved("shop.html", shopPage())]);
    expect(status).toBe(0);
    const reviews = review.array().parse(JSON.parse(out.toString("utf8")));
    expect(reviews).toMatchObject([
      { reviewId: "1", rating: 4, text: "Sturdy.", date: "2022-06-12" },
      { reviewId: "2", text: '=HYPERLINK("http://evil.example")' },
    ]);
    expect(out.toString("utf8")).toContain('\n    "reviewId": "1",');
  });

  it("reads standard input and writes CSV that no spreadsheet runs", () => {
    const { status, out } = collect(["parse", "-", "--as", "csv"], shopPage());
    expect(status).toBe(0);
    expect([...out.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(out.toString("utf8")).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
  });

  it("writes the workbook that the extension writes, in either language, and leaves nothing else behind", () => {
    const file = saved("shop2.html", shopPage());
    const out = join(folder, "out.xlsx");
    expect(collect(["parse", file, "--as", "xlsx", "--out", out, "--lang", "zh_cn"])).toMatchObject({ status: 0, error: "" });
    const book = XLSX.read(readFileSync(out));
    expect(book.SheetNames).toEqual(["评论", "说明"]);
    expect(readdirSync(folder).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  it("writes a workbook into a pipe too", () => {
    const { status, out } = collect(["parse", "-", "--as", "xlsx"], shopPage());
    expect(status).toBe(0);
    expect(XLSX.read(out).SheetNames).toEqual(["Reviews", "About"]);
  });

  it("refuses what holds no reviews, in one line", () => {
    expect(refusalOf(["parse", saved("none.html", "<!doctype html><p>Hello</p>")])).toMatch(/^collect: no reviews in .*none\.html/);
    expect(refusalOf(["parse", "-"], "")).toMatch(/^collect: no reviews in standard input/);
    expect(refusalOf(["parse", "-", "--as", "xlsx", "--out", join(folder, "never.xlsx")], "{}")).toContain("no reviews");
    expect(readdirSync(folder)).not.toContain("never.xlsx");
  });

  it("refuses what cannot be read or written, in one line", () => {
    expect(refusalOf(["parse", join(folder, "absent.html")])).toContain("no such file");
    expect(refusalOf(["parse", folder])).toContain("it is a folder");
    expect(refusalOf(["parse", "-", "--out", join(folder, "absent", "x.json")], shopPage())).toContain("cannot write");
  });

  it("refuses an unknown format, language, option or command, in one line", () => {
    expect(refusalOf(["parse", "-", "--as", "pdf"])).toBe("collect: --as takes json, csv, xlsx, not pdf");
    expect(refusalOf(["parse", "-", "--lang", "de"])).toContain("--lang takes");
    expect(refusalOf(["parse", "-", "--nonsense"])).toContain("--nonsense");
    expect(refusalOf(["fetch", "x"])).toContain("parse FILE");
    expect(refusalOf(["parse"])).toContain("parse FILE");
  });

  it("tells how it is used", () => {
    const { status, out } = collect(["--help"]);
    expect(status).toBe(0);
    expect(out.toString("utf8")).toContain("npm run -s collect -- parse FILE");
  });
});

const sample = sharedFile("samples/etsy_shop_reviews_2022.html");
describe.skipIf(sample === null)("collect parse on the real shop page (skipped where ../shared/samples is absent)", () => {
  it("finds all ten reviews", () => {
    const { status, out } = collect(["parse", "-"], sample ?? "");
    expect(status).toBe(0);
    expect(review.array().parse(JSON.parse(out.toString("utf8")))).toHaveLength(10);
  });
});

const challenge = sharedFile("samples/etsy_risk_control.html");
describe.skipIf(challenge === null)("collect parse on the real page of risk control (skipped where ../shared/samples is absent)", () => {
  it("says what it is", () => {
    expect(refusalOf(["parse", "-"], challenge ?? "")).toContain("risk control");
  });
});
