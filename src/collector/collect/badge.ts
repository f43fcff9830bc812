import browser from "webextension-polyfill";
import { getBadge } from "./badge.rules.ts";
import type { JobsNews } from "#src/collector/jobs/background-calls.ts";
import type { Job } from "#src/collector/jobs/jobs.contract.ts";

let shown = "";

/** Redraws the badge if news may have changed it. */
export async function drawBadge(news: JobsNews, jobs: () => Promise<readonly Job[]>): Promise<void> {
  if (news.type !== "job" && news.type !== "removed") return;
  const { text, color } = getBadge(await jobs());
  if (text === shown) return;
  shown = text;
  // Firefox's manifest of version 2 has the button under its older name.
  const button = browser.action ?? browser.browserAction;
  await button.setBadgeBackgroundColor({ color });
  await button.setBadgeText({ text });
}
