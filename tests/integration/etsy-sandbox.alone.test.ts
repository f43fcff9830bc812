import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { etsy } from "#src/collector/marketplaces/etsy/etsy.adapter.ts";
import type { ObservedFacts, PageFacts, PageQuery, Problem, ReviewPage } from "#src/collector/marketplaces/marketplaces.contract.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { Review } from "#src/collector/reviews/reviews.contract.ts";
import { withNotRead } from "#src/collector/reviews/reviews.rules.ts";
import { review as reviewSchema } from "#src/collector/reviews/reviews.contract.ts";
import { wishOf } from "#tests/factories/etsy-facts.ts";
import { parseHtml } from "#tests/factories/parse-html.ts";
import type { SandboxMarketplace } from "#tests/factories/sandbox-marketplace.ts";
import { startSandbox } from "#tests/factories/sandbox-marketplace.ts";

const now = "2026-11-20T10:00:00.000Z";
/** What the sandbox's truth contains of a review; only the JSON has everything. */
const allFields = [
  "reviewId",
  "listingId",
  "listingTitle",
  "listingUrl",
  "variation",
  "rating",
  "text",
  "originalText",
  "language",
  "reviewer",
  "reviewerUrl",
  "date",
  "images",
  "sellerReply",
  "recommended",
] as const;
const htmlFields = allFields.filter((field) => field !== "recommended" && field !== "language");
const shopFields = htmlFields.filter((field) => field !== "variation");
const olderFields = shopFields.filter((field) => field !== "originalText" && field !== "sellerReply");

type Fields = readonly (keyof Review)[];

let sandbox: SandboxMarketplace;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

function rowsOf(reviews: readonly object[], fields: Fields): object[] {
  return reviews.map((row) => Object.fromEntries(fields.map((field) => [field, (row as Review)[field]])));
}

async function truthOf(listingId: string): Promise<Review[]> {
  return JSON.parse(await sandbox.get(`/sandbox/reviews/${listingId}`)) as Review[];
}

async function openPage(path: string): Promise<{ facts: PageFacts; document: Document }> {
  const document = parseHtml(await sandbox.get(path));
  const read = etsy.readPage(document, `https://www.etsy.com${path}`);
  if (!read.ok) throw new Error(read.problem.kind);
  return { facts: read.value, document };
}

async function ask(facts: PageFacts, query: PageQuery, heard: ObservedFacts | null = null): Promise<Result<ReviewPage, Problem>> {
  const answer = await sandbox.send(etsy.request(facts, query, heard));
  return etsy.readAnswer(answer, query, { facts, parseHtml, now });
}

/** Reads every page until an empty one, like a job. */
async function readAll(
  facts: PageFacts,
  some: Partial<PageQuery> = {},
  heard: ObservedFacts | null = null,
): Promise<{ reviews: Review[]; pages: ReviewPage[] }> {
  const pages: ReviewPage[] = [];
  for (let page = 1; page <= 400; page += 1) {
    const read = await ask(facts, wishOf({ ...some, page }), heard);
    if (!read.ok) throw new Error(`page ${page}: ${JSON.stringify(read.problem)}`);
    if (read.value.reviews.length === 0) break;
    pages.push(read.value);
  }
  return { reviews: pages.flatMap((page) => page.reviews), pages };
}

describe("a listing read from JSON", () => {
  test.each(["1000000003", "1000000101", "1000000057", "1000000088", "1000000400"])(
    "%s equals the truth row by row, newest first",
    async (id) => {
      const { facts } = await openPage(`/listing/${id}`);
      const { reviews, pages } = await readAll(facts);
      expect(rowsOf(reviews, allFields)).toEqual(rowsOf(await truthOf(id), allFields));
      expect(pages.every((page) => page.source === "json" && page.missing.length === 0)).toBe(true);
      expect(pages.map((page) => page.page)).toEqual(pages.map((_, index) => index + 1));
      for (const row of reviews) expect(reviewSchema.safeParse(row).error).toBeUndefined();
    },
  );

  test("1,240 reviews are read completely in 155 requests", { timeout: 60_000 }, async () => {
    const { facts } = await openPage("/listing/1000001240");
    const { reviews, pages } = await readAll(facts);
    expect(rowsOf(reviews, allFields)).toEqual(rowsOf(await truthOf("1000001240"), allFields));
    expect(pages).toHaveLength(155);
  });

  test("the suggested order returns the same reviews", async () => {
    const { facts } = await openPage("/listing/1000000101");
    const { reviews } = await readAll(facts, { sort: "suggested" });
    const ids = reviews.map((row) => row.reviewId);
    expect(ids.toSorted()).toEqual((await truthOf("1000000101")).map((row) => row.reviewId).toSorted());
    expect(ids).not.toEqual(ids.toSorted().toReversed());
  });

  test("stars are filtered by the server", async () => {
    const { facts } = await openPage("/listing/1000000101");
    const { reviews } = await readAll(facts, { stars: 4 });
    expect(reviews.map((row) => row.reviewId)).toEqual(
      (await truthOf("1000000101")).filter((row) => row.rating === 4).map((row) => row.reviewId),
    );
  });

  test("each count is reported with its meaning, even if counts differ; a page past the end has counts but no reviews", async () => {
    const { facts } = await openPage("/listing/1000000101");
    expect(facts).toMatchObject({
      kind: "listing",
      shopName: "HarbourOak",
      signedIn: true,
      locale: "en-US",
      sortOptions: ["Relevancy", "Recency"],
    });
    expect(facts.counts).toEqual([
      { meaning: "listing", value: 101 },
      { meaning: "shopWide", value: 504 },
    ]);
    const past = await ask(facts, wishOf({ page: 9999 }));
    expect(past).toMatchObject({ ok: true, value: { reviews: [], totalPages: 13 } });
    expect(past.ok && past.value.counts).toEqual([
      { meaning: "answerTotal", value: 101 },
      { meaning: "histogram", value: 102 },
      { meaning: "histogramAll", value: 101 },
    ]);
  });

  test("a listing without reviews is an empty page", async () => {
    const { facts } = await openPage("/listing/1000000000");
    expect(await ask(facts, wishOf())).toMatchObject({ ok: true, value: { reviews: [] } });
  });
});

describe("the other sources", () => {
  test("without jsData, the HTML gives the same rows and what is missing is reported", async () => {
    await sandbox.control({ contract: "htmlOnly" });
    const { facts } = await openPage("/listing/1000000101");
    const { reviews, pages } = await readAll(facts);
    await sandbox.control({ contract: "deepDive" });
    expect(rowsOf(reviews, htmlFields)).toEqual(rowsOf((await truthOf("1000000101")).map(withNotRead), htmlFields));
    expect(pages[0]).toMatchObject({ source: "html", page: 1, totalPages: 13, counts: [{ meaning: "histogram", value: 102 }] });
    expect(pages[0]?.missing).toContain("jsData.reviews");
  });

  test("when only the older API answers, the second route reads it", async () => {
    await sandbox.control({ contract: "olderOnly" });
    const { facts } = await openPage("/listing/1000000101");
    const first = await ask(facts, wishOf());
    // The page's own older request names the class that its server expects.
    const body = JSON.stringify({ specs: { reviews: ["Etsy\\Modules\\ListingPage\\Reviews\\ApiSpec", { listing_id: 1000000101 }] } });
    const own = { url: "https://www.etsy.com/api/v3/ajax/bespoke/member/neu/specs/reviews", method: "POST", csrf: facts.csrf, body };
    const { reviews, pages } = await readAll(facts, { route: 1 }, etsy.checkObserved(own, facts));
    await sandbox.control({ contract: "deepDive" });
    expect(first).toMatchObject({
      ok: false,
      problem: { kind: "contractChanged", missing: ["/api/v3/ajax/bespoke/member/neu/specs/deep_dive_reviews"] },
    });
    expect(rowsOf(reviews, olderFields)).toEqual(rowsOf((await truthOf("1000000101")).map(withNotRead), olderFields));
    expect(pages[0]).toMatchObject({ source: "older", missing: [] });
  });

  test("the shop page returns every review of its listings, newest first, ten per page", async () => {
    const { facts } = await openPage("/shop/HarbourOak/reviews");
    const { reviews, pages } = await readAll(facts);
    const truth = (await Promise.all(["1000000101", "1000000003", "1000000400"].map(truthOf))).flat();
    const byId = new Map(truth.map((row) => [row.reviewId, row]));
    expect(reviews).toHaveLength(504);
    expect(rowsOf(reviews, shopFields)).toEqual(
      rowsOf(
        reviews.map((row) => byId.get(row.reviewId) ?? {}),
        shopFields,
      ),
    );
    expect(pages[0]).toMatchObject({
      source: "shopPage",
      page: 1,
      totalPages: 51,
      counts: [{ meaning: "shopPage", value: 504 }],
      missing: [],
    });
  });

  test("an open review panel is read from the page itself, a closed one is not", async () => {
    const { facts, document } = await openPage("/listing/1000000101");
    const context = { facts, parseHtml, now };
    expect(etsy.readOpenPage(document, context).source).toBe("older");
    const answer = await sandbox.send(etsy.request(facts, wishOf(), null));
    const panel = document.querySelector(".deep-dive-sheet");
    const inside = panel?.querySelector("[data-sheet-body]");
    if (inside) inside.innerHTML = (JSON.parse(answer.body) as { output: { deep_dive_reviews: string } }).output.deep_dive_reviews;
    expect(etsy.readOpenPage(document, context).source).toBe("older");
    panel?.removeAttribute("hidden");
    panel?.removeAttribute("aria-hidden");
    const open = etsy.readOpenPage(document, context);
    expect(open).toMatchObject({ source: "overlay", page: 1, totalPages: 13 });
    expect(rowsOf(open.reviews, htmlFields)).toEqual(rowsOf((await truthOf("1000000101")).slice(0, 8).map(withNotRead), htmlFields));

    const saved = `<!-- saved from url=(0044)https://www.etsy.com/listing/1000000101/x -->\n${document.documentElement.outerHTML}`;
    const read = etsy.readSaved(saved, "", { parseHtml, now });
    expect(read).toMatchObject({ ok: true, value: { facts: { listingId: "1000000101", csrf: "" }, page: { source: "overlay" } } });
    expect(read.ok && rowsOf(read.value.page.reviews, htmlFields)).toEqual(rowsOf(open.reviews, htmlFields));
  });
});

describe("refusals", () => {
  test.each([
    [
      { kind: "blocked", latch: false },
      { kind: "blocked", status: 403 },
    ],
    [
      { kind: "tooMany", retryAfterSeconds: 0 },
      { kind: "tooManyRequests", retryAfterSeconds: 0 },
    ],
    [
      { kind: "tooMany", retryAfterSeconds: 0, retryAfterAs: "none" },
      { kind: "tooManyRequests", retryAfterSeconds: null },
    ],
    [{ kind: "signedOut" }, { kind: "signedOut" }],
    [{ kind: "serverError" }, { kind: "unavailable", status: 503 }],
  ])("%j is reported as its own problem", async (failure, problem) => {
    const { facts } = await openPage("/listing/1000000101");
    await sandbox.control({ failNext: { times: 1, ...failure } });
    expect(await ask(facts, wishOf())).toEqual({ ok: false, problem });
  });

  test("a redirect to the sign-in page is reported as signed out", async () => {
    const { facts } = await openPage("/listing/1000000101");
    await sandbox.control({ signedOut: true, signedOutAnswer: "redirect" });
    const read = await ask(facts, wishOf());
    const page = await openPage("/listing/1000000101");
    await sandbox.control({ signedOut: false });
    expect(read).toEqual({ ok: false, problem: { kind: "signedOut" } });
    expect(page.facts.signedIn).toBe(false);
  });

  test("renamed fields and a truncated answer are reported as a changed contract, with a report that contains no review", async () => {
    const { facts } = await openPage("/listing/1000000101");
    const truth = await truthOf("1000000101");
    for (const contract of ["renamedFields", "brokenJson"]) {
      await sandbox.control({ contract });
      const read = await ask(facts, wishOf());
      await sandbox.control({ contract: "deepDive" });
      if (read.ok || read.problem.kind !== "contractChanged") throw new Error("read what it cannot know");
      expect(read.problem.missing).toContain("jsData.reviews");
      const { report } = read.problem;
      const personal = truth.slice(0, 8).flatMap(({ text, reviewer, reviewId }) => [text, reviewer, reviewId]);
      expect(personal.filter((words) => words.length > 4 && report.includes(words))).toEqual([]);
      expect(report).not.toContain(facts.csrf);
    }
  });
});
