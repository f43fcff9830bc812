import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "puppeteer";
import { beforeAll, describe, expect, test } from "vitest";
import { axeFindings } from "./page-checks.ts";
import type { Expected } from "./part-key-rows.ts";
import { keyRows } from "./part-key-rows.ts";
import type { AccessibleNode } from "./part-keys.ts";
import { readNodeAt, readActiveDescendant, readFocusedNode, pressKeys } from "./part-keys.ts";
import { openParts, partLooks, partLooksOfToday } from "./part-page.ts";
import { closePart, inFront, openings, openPart } from "./part-pictures.ts";
import { atRest } from "./web-acts.ts";
import { useWebStage } from "./web-stage.ts";

const set = useWebStage();
let page: Page;

beforeAll(async () => {
  const [look] = partLooks;
  if (look === undefined) throw new Error("no look");
  page = await openParts(set.stage, look);
});

/** Converts expectations to matchers; a pattern matches a text. */
function matching(expected: Expected): Expected {
  return Object.fromEntries(
    Object.entries(expected).map(([name, value]) => [name, value instanceof RegExp ? expect.stringMatching(value) : value]),
  );
}

const isMatch = (heard: AccessibleNode, expected: Expected) =>
  Object.entries(expected).every(([name, value]) => (value instanceof RegExp ? value.test(String(heard[name])) : heard[name] === value));

/** Reads a node until it matches or time is up: a menu's chunk may still load, and the focus moves after rendering. */
async function waitForNode(readNode: () => Promise<AccessibleNode>, expected: Expected): Promise<AccessibleNode> {
  for (let left = 200; ; left -= 1) {
    const heard = await readNode().catch((error: unknown): AccessibleNode => ({ error }));
    if (left === 0 || isMatch(heard, expected)) return heard;
    await pause(50);
  }
}

describe("keyboard operation and the accessibility tree", () => {
  test.each(keyRows.map((row) => [`${row.sample} ${row.at}`, row] as const))("%s follows its ARIA pattern", async (_, row) => {
    const selector = `[data-shown="${row.sample}"] ${row.at}`;
    // What an earlier row left open covers the page.
    await closePart(page);
    expect(await waitForNode(() => readNodeAt(page, selector), row.heard)).toMatchObject(matching(row.heard));
    if (row.steps === undefined) return;
    // A key first, so that the focus counts as a keyboard's.
    await page.keyboard.press("Shift");
    await page.focus(selector);
    for (const [at, [keys, expected]] of row.steps.entries()) {
      await pressKeys(page, keys);
      const isMarked = "marked" in expected;
      const wanted = isMarked ? (expected["marked"] as Expected) : expected;
      const heard = await waitForNode(() => (isMarked ? readActiveDescendant(page) : readFocusedNode(page)), wanted);
      const struck = row.steps.slice(0, at + 1).map(([one]) => one);
      expect(heard, `after ${struck.join(" ")}`).toMatchObject(matching(wanted));
    }
  });

  test("a tooltip describes its focused button, and Escape hides it", async () => {
    const button = '[data-shown="Tooltip"] button';
    // Scrolling closes tooltips, so the element is positioned before the key is pressed.
    await page.$eval(button, (one) => one.scrollIntoView({ block: "center" }));
    await page.$eval('[data-shown="Popover"] button', (one) => (one as HTMLElement).focus({ preventScroll: true }));
    await atRest(page);
    await pressKeys(page, "Tab");
    expect(
      await waitForNode(() => readFocusedNode(page), { name: "Dark theme", description: "What is in it, one line each." }),
      "after Tab",
    ).toMatchObject({ name: "Dark theme", description: "What is in it, one line each." });
    await pressKeys(page, "Escape");
    expect(await waitForNode(() => readNodeAt(page, button), { description: "" }), "after Escape").toMatchObject({ description: "" });
  });

  test("an action keeps the focus when it becomes available or blocked", async () => {
    await page.focus('[data-shown="ActionButton"] button');
    // Not by a press, which would take the focus: somebody else's change enables it.
    const pack = () => page.$eval('[data-shown="ActionButton"] .row > button', (one) => (one as HTMLElement).click());
    await pack();
    expect(await waitForNode(() => readFocusedNode(page), { name: "Send", description: "" }), "after it became ready").toMatchObject({
      name: "Send",
      description: "",
    });
    expect((await readFocusedNode(page))["disabled"] ?? false).toBe(false);
    await pack();
    const blocked = { name: "Send", disabled: true, description: "The parcel is not packed yet" };
    expect(await waitForNode(() => readFocusedNode(page), blocked), "after it was blocked").toMatchObject(blocked);
  });

  test("toasts are a landmark reachable with F6, and are announced as they appear", async () => {
    await page.focus('[data-shown="Toasts"] button');
    await pressKeys(page, "Enter");
    expect(await waitForNode(() => readNodeAt(page, ".toasts"), { role: "region" }), "after Enter").toMatchObject({ role: "region" });
    expect(await readNodeAt(page, ".toast")).toMatchObject({ role: "alertdialog", name: "The parcel has left." });
    expect(await readNodeAt(page, ".toast [role=alert]")).toMatchObject({ role: "alert", live: "assertive" });
    await pressKeys(page, "F6");
    expect(await waitForNode(() => readFocusedNode(page), { role: "region" }), "after F6").toMatchObject({ role: "region" });
    await pressKeys(page, "Tab");
    expect(await waitForNode(() => readFocusedNode(page), { role: "alertdialog" }), "after Tab").toMatchObject({ role: "alertdialog" });
    await pressKeys(page, "Tab");
    expect(await waitForNode(() => readFocusedNode(page), { role: "button", name: "Close" }), "after Tab").toMatchObject({
      role: "button",
      name: "Close",
    });
    await pressKeys(page, "Enter");
    expect(await waitForNode(() => readFocusedNode(page), { role: "button", name: "Say" }), "after closing it").toMatchObject({
      role: "button",
      name: "Say",
    });
  });
});

describe("axe has no findings", () => {
  test.each(partLooksOfToday)("in $name, with all components closed and with each one open", async (look) => {
    const own = await openParts(set.stage, look);
    const faults = await axeFindings(own);
    for (const { name, ...opening } of openings) {
      await openPart(own, opening);
      faults.push(...(await axeFindings(own, inFront)).map((fault) => `${name}: ${fault}`));
      await closePart(own);
    }
    await own.browserContext().close();
    expect(faults).toEqual([]);
  });
});
