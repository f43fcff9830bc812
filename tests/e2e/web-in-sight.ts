import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "puppeteer";
import type { Language } from "#src/kit/lib/languages.ts";
import { sidewaysPx } from "./page-checks.ts";
import { factsOf } from "./page-facts.ts";
import { brokenButtons, clippedTexts, foreignWords, rawKeys } from "./page-faults.ts";
import { unmoved } from "./web-acts.ts";

/**
 * Describes what is wrong with what a page shows now: clipped texts, foreign words, raw texts, a page that is too wide. For states that a
 * walk over addresses does not reach. The caller waits for the state itself.
 * @param name of its picture, which is taken if QUAYSIDE_PICTURES names a folder
 */
export async function faultsInSight(page: Page, language: Language, name: string): Promise<string[]> {
  await unmoved(page);
  const { texts, words } = await factsOf(page);
  const sideways = await sidewaysPx(page);
  const folder = process.env["QUAYSIDE_PICTURES"];
  if (folder !== undefined) {
    await mkdir(folder, { recursive: true });
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  }
  const faults = [...clippedTexts(texts), ...brokenButtons(texts), ...foreignWords(words, language), ...rawKeys(words)];
  return sideways > 0 ? [...faults, `${sideways} px too wide`] : faults;
}
