import { createWriteStream } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Page } from "puppeteer";
import { columnIds } from "#src/collector/reviews/review-file.contract.ts";
import { writeCsv } from "#src/collector/export/csv-writer.ts";
import { exportTexts } from "#src/collector/export/export-texts.ts";
import { buildLayout } from "#src/collector/export/export-layout.ts";
import type { Review } from "#src/collector/reviews/reviews.contract.ts";

/** Writes reviews as a Quayside CSV export in a new temporary folder; returns the file's path and the folder to remove. */
export async function writeExportFile(batches: AsyncIterable<readonly Review[]>): Promise<{ path: string; folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), "quayside-big-"));
  const path = join(folder, "reviews.csv");
  const layout = buildLayout({ format: "csv", columns: columnIds, about: [], t: exportTexts("en_us") });
  await pipeline(writeCsv(batches, layout), createWriteStream(path));
  return { path, folder };
}

const button = (name: string) => `::-p-aria([name="${name}"][role="button"])`;

/** Chooses a file on the import screen and waits until it has been read. */
export async function chooseFile(dashboard: Page, path: string): Promise<void> {
  const [chooser] = await Promise.all([dashboard.waitForFileChooser(), dashboard.locator(button("Choose a file")).click()]);
  await chooser.accept([path]);
  await dashboard.locator(button("Save as a job")).setTimeout(120_000).wait();
}

/** Saves the import as a job and opens its reviews table. */
export async function keepAndOpenTable(dashboard: Page): Promise<void> {
  await dashboard.locator(button("Save as a job")).click();
  await dashboard.locator('::-p-aria([name="Reviews"][role="tab"])').setTimeout(120_000).click();
  await dashboard.waitForSelector(".reviews-line:not([aria-busy=true])");
}
