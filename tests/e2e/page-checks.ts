import { AxePuppeteer } from "@axe-core/puppeteer";
import type { Page } from "puppeteer";

/** Returns by how much a page is wider than its window, in px. */
export async function sidewaysPx(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.offsetWidth);
}

/**
 * Lists violations of axe's rules as lines of rule and place. Runs in one go: otherwise axe opens another page to merge results of frames, which
 * our pages do not have. Only violations are described: a selector of every element that passes takes most of axe's time.
 * @param within a selector of the part of the page to check; all of it by default
 */
export async function axeFindings(page: Page, within?: string): Promise<string[]> {
  const axe = new AxePuppeteer(page).setLegacyMode(true).options({ resultTypes: ["violations"] });
  const { violations } = await (within === undefined ? axe : axe.include(within)).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`));
}
