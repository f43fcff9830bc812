import { fileURLToPath } from "node:url";
import { startSandbox } from "#tests/factories/sandbox-marketplace.ts";
import { sharedFile } from "#tests/factories/shared-file.ts";
import type { Bench, Figure } from "./bench.ts";
import { atMost, median, note } from "./bench.ts";
import { inChromium, withModules } from "./chromium.ts";
import type { ParsingModule, ParsingTimes } from "./parsing.page.ts";

const rounds = 60;
const inner = 5;
const shopPage = "/shop/HarbourOak/reviews?ref=pagination&page=1";

/**
 * A saved shop page of 10 reviews, read by our adapter and by a bare DOMParser, in Chromium. The bound applies to the real page
 * (77 kB, ../shared/samples). The sandbox's page is reported as well: its markup is a quarter of the size,
 * so parsing takes less time and our own 0.3 ms weigh more.
 */
export const collectorParsing: Bench = {
  name: "parsing",
  run: () =>
    withModules({ parsing: fileURLToPath(new URL("./parsing.page.ts", import.meta.url)) }, async (origin) => {
      const sample = sharedFile("samples/etsy_shop_reviews_2022.html");
      const real =
        sample === null
          ? [note("parsing, real page: skipped, ../shared/samples is not there", 0, "ms")]
          : await figuresOf(origin, "real page", sample, 1.5);
      return [...real, ...(await figuresOf(origin, "sandbox's lean page", await sandboxPage(), null))];
    }),
};

async function sandboxPage(): Promise<string> {
  const sandbox = await startSandbox();
  try {
    return await sandbox.get(shopPage);
  } finally {
    await sandbox.close();
  }
}

async function figuresOf(origin: string, which: string, html: string, bound: number | null): Promise<Figure[]> {
  const times = await inChromium(origin, ({ page }) =>
    page.evaluate(
      async (module: string, text: string, url: string, count: number, turns: number): Promise<ParsingTimes> => {
        const { timeParsing } = (await import(module)) as ParsingModule;
        return timeParsing(text, url, count, turns);
      },
      "/parsing.js",
      html,
      `https://www.etsy.com${shopPage}`,
      rounds,
      inner,
    ),
  );
  if (times.reviews !== 10) throw new Error(`bench: ${times.reviews} reviews on the ${which} instead of 10`);
  const bare = median(times.bareMs);
  const ours = median(times.oursMs);
  return [
    bound === null ? note(`parsing ratio, ${which}`, ours / bare, "times") : atMost(`parsing ratio, ${which}`, ours / bare, bound),
    note(`parsing, ${which}, ours`, ours, "ms"),
    note(`parsing, ${which}, bare DOMParser`, bare, "ms"),
  ];
}
