import { createWriteStream } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Page } from "puppeteer";
import { columnIds } from "#src/export/export.contract.ts";
import { writeCsv } from "#src/export/csv.writer.ts";
import { exportTexts } from "#src/export/export.texts.ts";
import { planWith } from "#src/export/plan-of-export.ts";
import type { Review } from "#src/reviews/reviews.contract.ts";

/** Writes reviews as Quayside exports them, as CSV in a new temporary folder; gives the file's path and the folder to remove. */
export async function writeExportFile(batches: AsyncIterable<readonly Review[]>): Promise<{ path: string; folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), "quayside-big-"));
  const path = join(folder, "reviews.csv");
  const plan = planWith({ format: "csv", columns: columnIds, about: [], t: exportTexts("en_us") });
  await pipeline(writeCsv(batches, plan), createWriteStream(path));
  return { path, folder };
}

const button = (name: string) => `::-p-aria([name="${name}"][role="button"])`;

/** Chooses a file on the dashboard's import screen, as a person does, and waits until it was read. */
export async function chooseFile(dashboard: Page, path: string): Promise<void> {
  const [chooser] = await Promise.all([dashboard.waitForFileChooser(), dashboard.locator(button("Choose a file")).click()]);
  await chooser.accept([path]);
  await dashboard.locator(button("Save as a job")).setTimeout(120_000).wait();
}

/** Makes a job of what was read, and opens the table of its reviews. */
export async function keepAndOpenTable(dashboard: Page): Promise<void> {
  await dashboard.locator(button("Save as a job")).click();
  await dashboard.locator('::-p-aria([name="Reviews"][role="tab"])').setTimeout(120_000).click();
  await dashboard.waitForSelector(".reviews-line:not([aria-busy=true])");
}
