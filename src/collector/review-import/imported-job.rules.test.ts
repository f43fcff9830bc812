import { describe, expect, test } from "vitest";
import { makeFacts, makeReview, makeReviews } from "#tests/factories/reviews.ts";
import { buildImportedJob } from "./imported-job.rules.ts";

const now = "2026-11-21T10:00:00.000Z";
const from = { jobId: "j", title: "", url: "", facts: null, now };

describe("a job of imported reviews", () => {
  test("is done, contains each of the file's reviews once, and counts them", () => {
    const { job, reviews } = buildImportedJob({ ...from, reviews: [...makeReviews(20), makeReview({ reviewId: "3", text: "again" })] });
    expect(reviews).toHaveLength(20);
    expect(job).toMatchObject({
      status: "done",
      kept: 20,
      seen: 20,
      title: "Oak tray",
      subject: "1000000101",
      tabId: null,
      fileName: "",
      limit: null,
    });
  });

  test("of more than 88 reviews is complete on the free plan too, since the user already has them", () => {
    expect(buildImportedJob({ ...from, reviews: makeReviews(1000) }).reviews).toHaveLength(1000);
  });

  test("of several listings counts as a shop's, and does not take any listing's title", () => {
    const { job } = buildImportedJob({ ...from, reviews: [makeReview(), makeReview({ reviewId: "2", listingId: "9" })] });
    expect(job).toMatchObject({ kind: "shop", title: "", url: "" });
  });

  test("takes its details from the facts of a saved page", () => {
    expect(buildImportedJob({ ...from, facts: makeFacts({ title: "A tray" }), reviews: makeReviews(3) }).job).toMatchObject({
      title: "A tray",
      shopName: "QuietOak",
    });
  });

  test("contains only web links, whatever the file says", () => {
    const hostile = makeReview({
      listingUrl: "javascript:alert(1)",
      reviewerUrl: "data:text/html,x",
      images: [
        { url: "file:///etc/passwd", fallback: "" },
        { url: "https://i.etsystatic.com/a.jpg", fallback: "javascript:0" },
      ],
    });
    const { job, reviews } = buildImportedJob({ ...from, url: "javascript:alert(2)", reviews: [hostile] });
    expect(job.url).toBe("");
    expect(reviews[0]).toMatchObject({
      listingUrl: "",
      reviewerUrl: "",
      images: [{ url: "https://i.etsystatic.com/a.jpg", fallback: "" }],
    });
  });
});
