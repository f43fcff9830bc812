import { marketplaces } from "#src/collector/marketplaces/marketplaces.ts";
import { readSettings } from "#src/collector/settings/settings.storage.ts";
import type { Texts } from "#src/kit/i18n/i18n.ts";
import type { TabFacts } from "#src/collector/jobs/background-calls.ts";
import type { Job } from "#src/collector/jobs/jobs.contract.ts";
import type { Tab } from "./tab-registry.ts";
import { buildPageButton } from "./page-button.rules.ts";
import { getProgress } from "./progress.rules.ts";

/** The newest drawing of each tab: an older one that took longer must not come after it. */
const drawings = new WeakMap<Tab, symbol>();

/** Sends a tab its button, in the person's language and theme. */
export async function sendPageButton(tab: Tab, facts: TabFacts | null, job: Job | null, translator: Texts["translator"]): Promise<void> {
  const drawing = Symbol("drawing");
  drawings.set(tab, drawing);
  const settings = await readSettings();
  const t = await translator(settings.language);
  const marketplace = marketplaces.find(({ id }) => id === facts?.marketplace);
  const pageSize = facts === null ? 1 : (marketplace?.pageSize({ ...facts, csrf: "" }, job?.route ?? 0) ?? 1);
  const progress = job === null ? null : getProgress(job, pageSize, settings);
  const button = buildPageButton(facts, job, progress, settings, (key, values) => t(`collect.button.${key}`, values));
  if (drawings.get(tab) === drawing) tab.post({ type: "button", button });
}
