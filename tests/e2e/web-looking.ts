import type { Language } from "#src/kit/lib/languages.ts";
import { locales } from "#src/kit/lib/languages.ts";
import { createClient } from "#src/kit/api/client.ts";
import { initConfig } from "#src/company/sites/sites.contract.ts";
import { shiftFaults } from "./layout-shift.ts";
import { axeFindings, sidewaysPx } from "./page-checks.ts";
import type { PageFacts } from "./page-facts.ts";
import { factsOf } from "./page-facts.ts";
import { brokenButtons, clippedTexts, foreignWords, rawKeys } from "./page-faults.ts";
import type { WebStage } from "./web-browser.ts";
import type { WebLook } from "./web-stops.ts";
import { isHeadingOf, visitors } from "./web-stops.ts";
import { stands } from "./web-walker.ts";
import type { WebWalker } from "./web-walker.ts";

/** The narrowest common phone width, checked in addition to 390. */
const narrowest = 360;

/** The names of the server's two sites by language. */
export type SiteTitles = Readonly<Record<"application" | "homepage", Readonly<Record<Language, string>>>>;

/** Returns the names of the server's two sites. */
export async function siteTitles(stage: WebStage): Promise<SiteTitles> {
  const ask = async (origin: string) => {
    const { homepage_title, homepage_title_en } = await createClient({ origin, tokens: () => null }).call(initConfig, {});
    return { zh_cn: homepage_title, en_us: homepage_title_en };
  };
  return { application: await ask(stage.origin), homepage: await ask(stage.homepage) };
}

/** Checks language, theme and headings of a look. */
function headFaults({ stop, language, theme }: WebLook, site: string, facts: PageFacts): string[] {
  const title = (stop.openedTitle ?? stop.title)[language];
  const windowTitle = title === site ? site : `${title} · ${site}`;
  return [
    ...(facts.lang === locales[language] ? [] : [`lang is ${facts.lang}`]),
    ...(facts.theme === theme ? [] : [`data-theme is ${facts.theme}`]),
    ...(facts.title === windowTitle ? [] : [`the window is called “${facts.title}”, not “${windowTitle}”`]),
    ...(facts.h1.length === 1 && facts.h1.every((heading) => isHeadingOf(stop, language, heading))
      ? []
      : [`the heading is “${facts.h1.join("”, “")}”, not “${stop.headings.map((one) => one[language]).join("” or “")}”`]),
  ];
}

/** It submits its forms and fails its lists on load to show every state: users never see it. */
const componentPage = "/dev/ui";

/** Describes all faults of a look. */
export async function faultsOf(walker: WebWalker, look: WebLook, sites: SiteTitles): Promise<string[]> {
  const page = await walker.show(look);
  const facts = await factsOf(page);
  const faults = [
    ...headFaults(look, sites[visitors[look.stop.visitor].site][look.language], facts),
    ...(look.stop.href === componentPage ? [] : shiftFaults(walker.shifts)),
    ...walker.grown,
    ...clippedTexts(facts.texts),
    ...brokenButtons(facts.texts),
    ...foreignWords(facts.words, look.language),
    ...rawKeys(facts.words),
    ...(await axeFindings(page)),
  ];
  // An open menu keeps its position: nobody narrows the window under it.
  const isNarrowedToo = look.width === 390 && look.stop.press === undefined;
  for (const width of isNarrowedToo ? [390, narrowest] : [look.width]) {
    if (width === narrowest) {
      await page.setViewport({ width, height: 844 });
      // The page re-renders what it measures itself.
      await stands(page);
    }
    const sideways = await sidewaysPx(page);
    if (sideways > 0) faults.push(`${sideways} px too wide at ${width}`);
    if (width === narrowest) faults.push(...clippedTexts((await factsOf(page)).texts).map((fault) => `at ${width}: ${fault}`));
  }
  // The browser reports missing pages.
  return [...faults, ...walker.said.filter((one) => look.stop.isMissing !== true || !/\b404\b/.test(one))];
}
