import type { Page } from "puppeteer";
import { describe, expect, test } from "vitest";
import { openParts, partLooks, partLooksOfToday, pictureArgs } from "./part-page.ts";
import { drawParts, drawSection } from "./part-pictures.ts";
import { compareParts, findDifference, exact, toleranceFor } from "./part-references.ts";
import { useWebStage } from "./web-stage.ts";

const set = useWebStage(pictureArgs);

/** Lists fonts used by the page that are not the repository's. */
async function strangeFonts(page: Page): Promise<string[]> {
  const session = await page.createCDPSession();
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument");
  const { nodeIds } = await session.send("DOM.querySelectorAll", {
    nodeId: root.nodeId,
    selector: ".dev-group *:not(:has(*), [tabindex='-1'] > option)",
  });
  const strange = new Set<string>();
  for (const nodeId of nodeIds) {
    const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
    for (const { familyName, isCustomFont } of fonts) if (!isCustomFont) strange.add(familyName);
  }
  return [...strange];
}

describe("the UI components", () => {
  test.each(partLooksOfToday)("match their reference screenshots in $name", async (look) => {
    const { tolerance, notice } = await toleranceFor(set.stage.browser);
    if (notice !== null) console.log(notice);
    expect(await compareParts(look, await drawParts(set.stage, look), tolerance)).toEqual([]);
  });

  test("are rendered only with the repository's own fonts", async () => {
    for (const look of partLooks.filter(({ theme }) => theme === "defaultTheme")) {
      const page = await openParts(set.stage, look);
      expect(await strangeFonts(page), look.name).toEqual([]);
      await page.browserContext().close();
    }
  });

  test("differ from their screenshots when corners, a colour or the font size change", async () => {
    const [look] = partLooks;
    if (look === undefined) throw new Error("no look");
    const page = await openParts(set.stage, look);
    const before = await drawSection(page, "buttons");
    for (const [token, value] of [
      ["--radius", "10px"],
      ["--primary", "#0b63cc"],
      ["--text-14", "15px"],
    ] as const) {
      await page.evaluate((name: string, to: string) => document.documentElement.style.setProperty(name, to), token, value);
      const difference = await findDifference(before, await drawSection(page, "buttons"), exact);
      expect(difference?.words, token).toMatch(/^differs in \d+ pixels$|^is \d+ × \d+ px, was /);
      await page.evaluate((name: string) => document.documentElement.style.removeProperty(name), token);
      expect(await findDifference(before, await drawSection(page, "buttons"), exact), token).toBeNull();
    }
    await page.browserContext().close();
  });
});
