import { AxePuppeteer } from "@axe-core/puppeteer";
import type { Page } from "puppeteer";

/** Returns by how much a page is wider than its window, in px. */
export async function sidewaysPx(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.offsetWidth);
}

/**
 * Lists violations of axe's rules as lines of rule and place. Runs in one go: otherwise axe opens another page to merge results of frames, which
 * our pages do not have.
 */
export async function axeFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxePuppeteer(page).setLegacyMode(true).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`));
}
