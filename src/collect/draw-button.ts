import { marketplaces } from "#src/marketplaces/marketplaces.ts";
import { readSettings } from "#src/settings/settings.storage.ts";
import { translator } from "#src/i18n/collector.ts";
import type { TabFacts } from "./collect.calls.ts";
import type { Job } from "./collect.contract.ts";
import type { Tab } from "./tab-book.ts";
import { pageButton } from "./page-button.rules.ts";
import { progressOf } from "./progress.rules.ts";

/** The newest drawing of each tab: an older one that took longer must not come after it. */
const drawings = new WeakMap<Tab, symbol>();

/** Sends a tab its button, in the person's language and theme. */
export async function drawButton(tab: Tab, facts: TabFacts | null, job: Job | null): Promise<void> {
  const drawing = Symbol("drawing");
  drawings.set(tab, drawing);
  const settings = await readSettings();
  const t = await translator(settings.language);
  const marketplace = marketplaces.find(({ id }) => id === facts?.marketplace);
  const pageSize = facts === null ? 1 : (marketplace?.pageSize({ ...facts, csrf: "" }, job?.route ?? 0) ?? 1);
  const progress = job === null ? null : progressOf(job, pageSize, settings);
  const button = pageButton(facts, job, progress, settings, (key, values) => t(`collect.button.${key}`, values));
  if (drawings.get(tab) === drawing) tab.post({ type: "button", button });
}
