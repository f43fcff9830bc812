import { describe, expect, test } from "vitest";
import { etsy } from "./etsy/etsy.adapter.ts";
import { readJsonLd } from "./json-ld.adapter.ts";
import { isTooDeep } from "./markup-depth.rules.ts";
import { answerOf } from "#tests/factories/etsy-answers.ts";
import { listingFacts, readContext, shopFacts, wishOf } from "#tests/factories/etsy-facts.ts";
import { sharedFile } from "#tests/factories/shared-file.ts";

const broken = [
  ["blocks without end tags", `<div><span>x</span>`.repeat(6_000)],
  ["formatting without end tags", `<b><i><a href="/people/x">`.repeat(200)],
  ["links that only look closed", `<a href="/x"/>`.repeat(600)],
  ["deep nesting that is closed at last", "<section>".repeat(6_000) + "</section>".repeat(6_000)],
] as const;

describe("markup that would take too long to parse", () => {
  test.each(broken)("is detected: %s", (_name, html) => expect(isTooDeep(html)).toBe(true));

  test.each([
    ["a long flat page", `<div><p>one<p>two<ul><li>a<li>b</ul><br><img src="x"><b>bold</b></div>`.repeat(20_000)],
    ["a page that leaves out the end tags that may be left out", "<tr><td>x<option>y<li>z<p>w".repeat(20_000)],
    ["tags inside of scripts and comments", `<script>"${"<div>".repeat(9_000)}"</script><!--${"<b>".repeat(9_000)}-->`],
    ["drawings with closed elements", `<svg>${"<path d='M0'/><circle r=1 />".repeat(20_000)}</svg>`],
    ["end tags alone", "</div></b>".repeat(20_000)],
    ["an unclosed comment", `<!--${"<b>".repeat(9_000)}`],
  ])("is not %s", (_name, html) => expect(isTooDeep(html)).toBe(false));

  const samples = ["samples/etsy_shop_reviews_2022.html", "samples/amazon_reviews_2019.html"].map((path) => sharedFile(path));
  test.skipIf(samples.includes(null))("is not a real page (skipped if ../shared/samples is absent)", () => {
    for (const sample of samples) expect(isTooDeep(sample ?? "")).toBe(false);
  });

  test.each(broken)("is refused before it is parsed, in a file and in an answer: %s", (_name, markup) => {
    const parseHtml = (): Document => {
      throw new Error("was parsed");
    };
    const html = `<!doctype html><html><script type="application/ld+json">{}</script><body>${markup}`;
    const now = "2026-05-04T10:00:00.000Z";
    const refused = { ok: false, problem: { kind: "contractChanged", missing: ["closing tags"] } };
    expect(etsy.readSaved(html, "", { parseHtml, now })).toMatchObject(refused);
    expect(readJsonLd(html, "", { parseHtml, now })).toMatchObject(refused);
    for (const facts of [listingFacts(), shopFacts()])
      expect(etsy.readAnswer(answerOf(html), wishOf(), { ...readContext(facts), parseHtml })).toMatchObject(refused);
    const inJson = answerOf({ output: { deep_dive_reviews: markup }, jsData: {} });
    expect(etsy.readAnswer(inJson, wishOf(), { ...readContext(), parseHtml })).toMatchObject({
      ok: false,
      problem: { kind: "contractChanged" },
    });
  });
});
