import type { Browser, Page } from "puppeteer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumArgs, findChromium } from "#scripts/browsers.ts";
import { launchBrowser } from "#scripts/launch-browser.ts";
import type { Shift } from "./layout-shift.ts";
import { forgetShifts, growthFaults, holdAnswers, layoutShift, shiftFaults, shiftsOf, watchComing, watchShifts } from "./layout-shift.ts";
import { factsOf } from "./page-facts.ts";
import { brokenButtons, clippedTexts, foreignWords, rawKeys } from "./page-faults.ts";
import { sampleOfToday } from "./sample.ts";

describe("clipped texts on a page", () => {
  let browser: Browser | undefined;
  let page: Page;

  beforeAll(async () => {
    browser = await launchBrowser({ executablePath: findChromium() ?? "chromium", args: [...chromiumArgs] });
    page = await browser.newPage();
    await page.setViewport({ width: 400, height: 600 });
  });

  afterAll(async () => {
    await browser?.close();
  });

  /** Returns what is found cut on a page with this markup. */
  async function cutOn(body: string): Promise<string[]> {
    await page.setContent(`<!doctype html><html lang="en-US"><body style="margin:0;font:14px/20px sans-serif">${body}</body></html>`);
    return clippedTexts((await factsOf(page)).texts);
  }

  const long = "A sentence that is longer than the box it has been put into";

  test.each([
    ["what a box cuts at its side", `<div style="width:80px;overflow:hidden;white-space:nowrap">${long}</div>`],
    ["what ends in dots", `<div style="width:80px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis">${long}</div>`],
    ["lines below the last one that fits", `<div style="width:80px;height:30px;overflow:hidden">${long}</div>`],
    [
      "lines beyond a clamp",
      `<p style="width:80px;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:1;overflow:hidden">${long}</p>`,
    ],
    ["what a box further out cuts", `<div style="width:80px;overflow:hidden"><div style="width:300px"><span>${long}</span></div></div>`],
    [
      "what stands beyond the page's edge",
      `<div style="overflow-x:clip"><div style="margin-left:380px;white-space:nowrap">${long}</div></div>`,
    ],
    ["what is fixed below the window", `<div style="position:fixed;top:640px">${long}</div>`],
    ["what runs out of its button", `<button style="width:60px;white-space:nowrap;padding:0">${long}</button>`],
    ["what runs out of its panel", `<div style="width:80px;background:#eee"><p style="white-space:nowrap;margin:0">${long}</p></div>`],
    ["a hint in an input that is too narrow", `<input style="width:60px" placeholder="${long}">`],
    ["the choice in a menu that is too narrow", `<select style="width:60px"><option>${long}</option></select>`],
  ])("%s", async (_what, body) => {
    expect(await cutOn(body)).toHaveLength(1);
  });

  test.each([
    ["what is cut and said whole by a title", `<div title="${long}" style="width:80px;overflow:hidden;white-space:nowrap">${long}</div>`],
    ["what can be scrolled to", `<div style="width:80px;height:40px;overflow:auto;white-space:nowrap">${long}</div>`],
    ["what is only heard", `<div style="position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)">${long}</div>`],
    ["what is not shown", `<div style="visibility:hidden;width:20px;overflow:hidden">${long}</div><div hidden>${long}</div>`],
    [
      "what lies over a box that does not hold it",
      `<div style="width:20px;height:20px;overflow:hidden"><b style="position:absolute">Short</b></div>`,
    ],
    ["what breaks into lines", `<div style="width:80px;overflow:hidden;background:#eee">${long}</div>`],
    ["a way past the head of the page", `<a href="#main" style="position:absolute;left:-999px">To the content</a>`],
    ["a menu that is wide enough", `<select><option>${long.slice(0, 20)}</option></select><input placeholder="Name">`],
  ])("do not include %s", async (_what, body) => {
    expect(await cutOn(body)).toEqual([]);
  });

  test("a button whose short word is broken into two lines is reported, one with several words is not", async () => {
    const button = (text: string) => `<button style="width:32px;padding:0">${text}</button>`;
    await page.setContent(
      `<body style="font:14px/20px sans-serif">${button("进入")}${button("进出口")}${button("Go on")}<p style="width:20px">进入</p>`,
    );
    expect(brokenButtons((await factsOf(page)).texts)).toEqual([expect.stringMatching(/^broken into lines: “进出口” in button/)]);
  });

  test("words are collected from texts, names and hints, except those marked as a name or as another language", async () => {
    await page.setContent(
      `<html lang="en-US"><body><h1>Title</h1><button aria-label="Named">x</button><input placeholder="Hint"><b lang="zh-CN">中文</b><i translate="no">Harbour Ltd</i></body></html>`,
    );
    const { words, h1 } = await factsOf(page);
    expect(words.map(({ text }) => text).toSorted()).toEqual(["Hint", "Named", "Title", "x"]);
    expect(h1).toEqual(["Title"]);
  });
});

describe("words on a page", () => {
  const say = (text: string) => [{ where: "p", text }];

  test("are reported when they are Chinese on an English page, except the name of the language itself", () => {
    expect(foreignWords(say("Log in 登录"), "en_us")).toEqual(["not in the page's language: “登录” in p"]);
    expect(foreignWords(say("中文"), "en_us")).toEqual([]);
  });

  test("are reported when they are Latin on a Chinese page, except the name of the language itself", () => {
    expect(foreignWords(say("保存 Save changes"), "zh_cn")).toEqual(["not in the page's language: “Save changes” in p"]);
    expect(foreignWords(say("切换到英文（English）"), "zh_cn")).toEqual([]);
    expect(foreignWords(say("English words"), "zh_cn")).toHaveLength(1);
  });

  test("may be names, addresses, formats and paths on a Chinese page", () => {
    const text =
      "Shopify 店铺：导出 XLSX 给 anna.lee@shop.example（provider01），见 https://quayside.example/help 或 /p/home，用户 …4dfd2a";
    expect(foreignWords(say(text), "zh_cn")).toEqual([]);
    expect(foreignWords(say("Shopifyish"), "zh_cn")).toHaveLength(1);
  });

  test("are reported when they are raw keys, unfilled placeholders, undefined or NaN", () => {
    for (const raw of ["accounts.login.title", "{{count", "undefined", "NaN"])
      expect(rawKeys(say(`Before ${raw} after`)), raw).toHaveLength(1);
    expect(rawKeys(say("You have accounts. Files are sent to files.example@shop.example"))).toEqual([]);
  });
});

describe("the sample of a day", () => {
  const looks = Array.from({ length: 96 }, (_, at) => at);
  const dayMs = 86_400_000;

  test("contains no look twice, and differs on the next day", () => {
    const today = sampleOfToday(looks, 12, 20_000 * dayMs);
    expect(new Set(today).size).toBe(process.env["QUAYSIDE_FULL"] === "1" ? 96 : 12);
    if (process.env["QUAYSIDE_FULL"] !== "1") expect(sampleOfToday(looks, 12, 20_001 * dayMs)).not.toEqual(today);
  });

  test("covers every look within the fewest days that this takes", () => {
    const seen = new Set(Array.from({ length: 8 }, (_, day) => sampleOfToday(looks, 12, (20_000 + day) * dayMs)).flat());
    expect(seen.size).toBe(96);
  });
});

test("an element that grows after it has appeared is reported", async () => {
  const browser = await launchBrowser({ executablePath: findChromium() ?? "chromium", args: [...chromiumArgs] });
  try {
    const page = await browser.newPage();
    await page.setContent("<main></main>");
    await watchComing(page, "dialog");
    await page.evaluate(async () => {
      const box = document.createElement("dialog");
      box.style.height = "100px";
      document.body.append(box);
      box.show();
      for (let frames = 0; frames < 2; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
      box.style.height = "110px";
    });
    expect(await growthFaults(page, "dialog")).toEqual([]);
    await watchComing(page, "dialog");
    await page.evaluate(async () => {
      for (let frames = 0; frames < 2; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
      for (const box of document.querySelectorAll("dialog")) box.style.height = "190px";
    });
    expect(await growthFaults(page, "dialog")).toEqual([
      expect.stringMatching(/^what came was \d+ px high at first, and is \d+ px high now$/),
    ]);
  } finally {
    await browser.close();
  }
});

describe("a layout shift on a page", () => {
  const shift = (atMs: number, value: number): Shift => ({ atMs, value, nodes: [`p at ${atMs}`] });

  test("is summed while shifts are less than a second apart, for at most five seconds, and the worst sum counts", () => {
    expect(layoutShift([])).toBe(0);
    expect(layoutShift([shift(0, 0.01), shift(900, 0.02), shift(2_000, 0.025)])).toBeCloseTo(0.03);
    const steady = Array.from({ length: 10 }, (_, at) => shift(at * 900, 0.01));
    expect(layoutShift(steady)).toBeCloseTo(0.06);
  });

  test("is a fault from 0.05 on, which names the elements that moved", () => {
    expect(shiftFaults([shift(0, 0.02), shift(100, 0.029)])).toEqual([]);
    expect(shiftFaults([shift(0, 0.02), shift(100, 0.03)])).toEqual([expect.stringMatching(/0\.050.*p at 0; p at 100/)]);
  });

  test("is recorded, including one caused by a slow answer, until the page's record is cleared", async () => {
    const browser = await launchBrowser({ executablePath: findChromium() ?? "chromium", args: [...chromiumArgs] });
    try {
      const page = await browser.newPage();
      await page.setViewport({ width: 400, height: 600 });
      await watchShifts(page);
      await holdAnswers(page);
      // The answer arrives at once, but its placeholder is still rendered for a moment.
      const script = `fetch("data:,late").then(() => { const late = document.createElement("div"); late.style.height = "200px"; document.body.prepend(late); document.title = "come"; })`;
      await page.goto(`data:text/html,${encodeURIComponent(`<body><p class="pushed">What stands there</p><script>${script}</script>`)}`);
      await page.waitForFunction(() => document.title === "come");
      const seen = await shiftsOf(page);
      expect(seen.flatMap(({ nodes }) => nodes)).toEqual([expect.stringMatching(/^p\.pushed < body: /)]);
      expect(layoutShift(seen)).toBeGreaterThan(0);
      await forgetShifts(page);
      expect(await shiftsOf(page)).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
