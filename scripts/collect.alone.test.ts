import { spawnSync } from "node:child_process";
import { lstatSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as XLSX from "xlsx";
import { review } from "#src/collector/reviews/reviews.contract.ts";
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

/** An answer of the marketplace whose reviews have these ids. */
function answer(ids: readonly unknown[]): string {
  const reviews = ids.map((transactionId) => ({
    transactionId,
    reviewInfo: {
      rating: 5,
      reviewDate: "Jun 12, 2022",
      transactionData: { listingTitle: "Oak tray", listingUrl: "https://www.etsy.com/listing/1000000121/oak" },
    },
    buyerInfo: { name: "Buyer", isAnonymous: false },
    reviewContent: { reviewText: "Sturdy." },
  }));
  return JSON.stringify({
    output: {},
    jsData: { totalReviews: ids.length, totalPages: 1, currentPage: 1, ratingCounts: { "5": ids.length, All: ids.length }, reviews },
  });
}

function saved(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

function collect(args: readonly string[], input: string | Buffer = ""): { status: number | null; out: Buffer; error: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { input, maxBuffer: 64e6 });
  return { status, out: stdout, error: stderr.toString("utf8") };
}

/** A refusal is one line on standard error, status 1, and nothing on standard output. */
function getRefusal(args: readonly string[], input: string | Buffer = ""): string {
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

  it("reads standard input and writes CSV without cells that a spreadsheet would run", () => {
    const { status, out } = collect(["parse", "-", "--as", "csv"], shopPage());
    expect(status).toBe(0);
    expect([...out.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(out.toString("utf8")).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
  });

  it("writes the same workbook as the extension, in either language, and leaves no other file behind", () => {
    const file = saved("shop2.html", shopPage());
    const out = join(folder, "out.xlsx");
    expect(collect(["parse", file, "--as", "xlsx", "--out", out, "--lang", "zh_cn"])).toMatchObject({ status: 0, error: "" });
    const book = XLSX.read(readFileSync(out));
    expect(book.SheetNames).toEqual(["评论", "说明"]);
    expect(readdirSync(folder).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  it("also writes a workbook to standard output", () => {
    const { status, out } = collect(["parse", "-", "--as", "xlsx"], shopPage());
    expect(status).toBe(0);
    expect(XLSX.read(out).SheetNames).toEqual(["Reviews", "About"]);
  });

  it("refuses input without reviews, in one line", () => {
    expect(getRefusal(["parse", saved("none.html", "<!doctype html><p>Hello</p>")])).toMatch(/^collect: no reviews in .*none\.html/);
    expect(getRefusal(["parse", "-"], "")).toMatch(/^collect: no reviews in standard input/);
    expect(getRefusal(["parse", "-", "--as", "xlsx", "--out", join(folder, "never.xlsx")], "{}")).toContain("no reviews");
    expect(readdirSync(folder)).not.toContain("never.xlsx");
  });

  it("refuses a file that cannot be read or written, in one line", () => {
    expect(getRefusal(["parse", join(folder, "absent.html")])).toContain("no such file");
    expect(getRefusal(["parse", folder])).toContain("it is a folder");
    expect(getRefusal(["parse", "-", "--out", join(folder, "absent", "x.json")], shopPage())).toContain("cannot write");
  });

  it("writes each review id once and reports what it left out", () => {
    const twice = shopPage()
      .replace("</ul>", `${card(3, "Last.")}</ul>`)
      .replace('data-review-region="2"', 'data-review-region="1"');
    const { status, out, error } = collect(["parse", "-"], answer([7, 7, 8]));
    expect(status).toBe(0);
    expect(
      review
        .array()
        .parse(JSON.parse(out.toString("utf8")))
        .map(({ reviewId }) => reviewId),
    ).toEqual(["7", "8"]);
    expect(error).toBe("collect: wrote 2; left out 1 whose review id came again\n");
    expect(JSON.parse(collect(["parse", "-"], twice).out.toString("utf8"))).toHaveLength(2);
  });

  it("reports how many reviews have no readable id, and exits with 2", () => {
    const { status, out, error } = collect(["parse", "-"], answer([1, null, {}, "", "no id!", 2]));
    expect(status).toBe(2);
    expect(JSON.parse(out.toString("utf8"))).toHaveLength(2);
    expect(error).toBe("collect: wrote 2; left out 4 without a readable review id\n");
  });

  it("distinguishes empty, truncated and compressed files", () => {
    expect(getRefusal(["parse", "-"], " \n")).toContain("it is empty");
    expect(getRefusal(["parse", "-"], answer([1, 2]).slice(0, 300))).toContain("it is truncated: its JSON does not end");
    expect(getRefusal(["parse", "-"], "<!doctype html><html><head><title>Sh")).toContain("it is truncated: its HTML does not end");
    expect(getRefusal(["parse", saved("page.html.gz", gzipSync(shopPage()))])).toContain("it is compressed with gzip: unpack it first");
    expect(getRefusal(["parse", "-"], Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 1]))).toContain("compressed with zstd");
  });

  it("writes the reviews of a truncated page, reports the truncation, and exits with 2", () => {
    const { status, out, error } = collect(["parse", "-"], shopPage().replace(/<\/ul>.*/s, ""));
    expect(status).toBe(2);
    expect(JSON.parse(out.toString("utf8"))).toHaveLength(2);
    expect(error).toContain("the file is truncated");
  });

  it("gives up on badly broken markup when the time limit is reached, in one line", () => {
    const slow = `<!doctype html><html><body>${`<div>${"<span>x</span>".repeat(60)}`.repeat(4_500)}</body></html>`;
    expect(getRefusal(["parse", "-", "--seconds", "1"], slow)).toBe(
      "collect: gave up after 1 s: the markup takes too long to read; --seconds N allows more time",
    );
  });

  it("refuses markup that nests too deeply without parsing it", () => {
    const broken = `<!doctype html><html><body>${"<b><i><a href='/people/x'>".repeat(100_000)}</body></html>`;
    expect(getRefusal(["parse", "-"], broken)).toContain("without closing tags");
  });

  it("reads the JSON-LD reviews of any shop's saved page", () => {
    const data = {
      "@type": "Product",
      name: "Kettle",
      review: [{ "@type": "Review", reviewBody: "Pours well", reviewRating: { ratingValue: 4 } }],
    };
    const html = `<!doctype html><html><head><script type="application/ld+json">${JSON.stringify(data)}</script></head><body></body></html>`;
    const { status, out } = collect(["parse", "-", "--url", "https://shop.example/kettle"], html);
    expect(status).toBe(0);
    expect(review.array().parse(JSON.parse(out.toString("utf8")))).toMatchObject([{ marketplace: "other", text: "Pours well", rating: 4 }]);
  });

  it("replaces the target of a symbolic link and keeps the link", () => {
    const [target, link, lost] = [saved("target.json", "old"), join(folder, "link.json"), join(folder, "lost.json")];
    symlinkSync(target, link);
    symlinkSync(join(folder, "nowhere.json"), lost);
    expect(collect(["parse", "-", "--out", link], shopPage())).toMatchObject({ status: 0 });
    expect(readlinkSync(link)).toBe(target);
    expect(JSON.parse(readFileSync(target, "utf8"))).toHaveLength(2);
    expect(getRefusal(["parse", "-", "--out", lost], shopPage())).toContain("a symbolic link that leads nowhere");
    expect(getRefusal(["parse", "-", "--out", folder], shopPage())).toContain("it is a folder");
  });

  // A pipe stands for all that is no regular file: the machine's own devices are not risked.
  it("writes to a pipe without replacing it", () => {
    const [pipe, got] = [join(folder, "pipe"), join(folder, "got.json")];
    const run = 'mkfifo "$1" && { timeout 60 cat "$1" > "$2" & "$3" "$4" parse - --out "$1"; wait; }';
    spawnSync("sh", ["-c", run, "sh", pipe, got, process.execPath, script], { input: shopPage() });
    expect(lstatSync(pipe).isFIFO()).toBe(true);
    expect(JSON.parse(readFileSync(got, "utf8"))).toHaveLength(2);
  });

  it("refuses an unknown format, language, option or command, in one line", () => {
    expect(getRefusal(["parse", "-", "--as", "pdf"])).toBe("collect: --as takes json, csv, xlsx, not pdf");
    expect(getRefusal(["parse", "-", "--lang", "de"])).toContain("--lang takes");
    expect(getRefusal(["parse", "-", "--seconds", "0"])).toContain("--seconds takes");
    expect(getRefusal(["parse", "-", "--nonsense"])).toContain("--nonsense");
    expect(getRefusal(["fetch", "x"])).toContain("parse FILE");
    expect(getRefusal(["parse"])).toContain("parse FILE");
  });

  it("prints its usage", () => {
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
describe.skipIf(challenge === null)("collect parse on the real risk-control page (skipped where ../shared/samples is absent)", () => {
  it("reports that it is a risk-control page", () => {
    expect(getRefusal(["parse", "-"], challenge ?? "")).toContain("risk control");
  });
});
