import { AxePuppeteer } from "@axe-core/puppeteer";
import type { Page } from "puppeteer";

/** How much wider a page is than its window has room beside the scrollbar, in px. */
export async function sidewaysPx(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.offsetWidth);
}

/**
 * Each violation of axe's rules as one line: rule, and where. In one go: else axe opens a further page to put the findings of frames together, and
 * our pages have no frames.
 */
export async function axeFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxePuppeteer(page).setLegacyMode(true).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`));
}
