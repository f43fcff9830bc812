import type { Runtime } from "webextension-polyfill";
import browser from "webextension-polyfill";
import { deviceEntitlement, getCurrentPlan, planForWork } from "#src/collector/device-plan/current-plan.ts";
import type { Texts } from "#src/kit/i18n/i18n.ts";
import { marketplaces } from "#src/collector/marketplaces/marketplaces.ts";
import { findSiteId } from "#src/collector/marketplaces/sites.ts";
import { readSettings } from "#src/collector/settings/settings.storage.ts";
import type { CallName, Calls, JobsNews } from "#src/collector/jobs/background-calls.ts";
import { jobsChannelName } from "#src/collector/jobs/background-calls.ts";
import type { ToTab } from "./tab-messages.contract.ts";
import { fromTab } from "./tab-messages.contract.ts";
import type { CollectDb } from "#src/collector/jobs/jobs.storage.ts";
import type { ExportFormat } from "#src/collector/reviews/review-file.contract.ts";
import { readAllExports, openCollectDb } from "#src/collector/jobs/jobs.storage.ts";
import { drawBadge } from "./badge.ts";
import { readCall } from "./read-call.ts";
import { sendPageButton } from "./send-page-button.ts";
import { Hub } from "./hub.ts";
import { getPress } from "./page-button.rules.ts";
import { drawWaitMs } from "./random-wait.ts";
import { readTab } from "./tab-access.ts";
import type { Tab } from "./tab-registry.ts";

interface DeliveryNeeds {
  db: CollectDb;
  hub: Hub;
  publish: (news: JobsNews) => void;
  translator: Texts["translator"];
}

/** What the entry point passes in because collecting does not depend on it: exporting, which builds on jobs, and the texts of all slices. */
export interface BackgroundParts {
  deliverExport(needs: DeliveryNeeds, jobId: string, format: ExportFormat): Promise<Calls["jobs.export"]["output"]>;
  listenForExportMessages(getNeeds: () => Promise<DeliveryNeeds>): void;
  readonly translator: Texts["translator"];
}

/**
 * Connects the hub to the browser: ports of tabs, calls of popup and dashboard, closed tabs, written files.
 * All listeners are added in the worker's first turn, as the browser requires; the database opens afterwards.
 */
export function runBackground({ deliverExport, listenForExportMessages, translator }: BackgroundParts): void {
  const channel = new BroadcastChannel(jobsChannelName);
  const publish = (news: JobsNews) => {
    channel.postMessage(news);
    void hubReady.then(({ hub }) => drawBadge(news, () => hub.jobs()));
  };
  const hubReady = openCollectDb().then((db) => {
    const hub: Hub = new Hub({
      db,
      marketplaces,
      plan: planForWork,
      nextWaitMs: drawWaitMs,
      now: () => Date.now(),
      newId: () => crypto.randomUUID(),
      publish,
      ended: (job) => void deliverExport({ db, hub, publish, translator }, job.jobId, job.options.format),
      openPage: async (url) => {
        // The address may come from an imported file: only a marketplace's pages are opened.
        if (findSiteId(url) !== null) await browser.tabs.create({ url });
      },
      // A tab that was just closed cannot be reloaded; its job then waits for its page.
      reloadTab: (tabId) => browser.tabs.reload(tabId).catch(() => undefined),
      redraw: (tab, facts, job) => void sendPageButton(tab, facts, job, translator),
    });
    return { db, hub };
  });

  browser.runtime.onConnect.addListener((port) => {
    const tabId = port.sender?.tab?.id;
    if (port.name === "tab" && tabId !== undefined && port.sender?.frameId === 0) serveTab(port, tabId);
  });
  browser.tabs.onRemoved.addListener((tabId, { isWindowClosing }) => void tabRemoved(tabId, isWindowClosing));
  const started = () => {
    void hubReady.then(({ hub }) => hub.started());
    // Reading the plan renews a token that is a day old.
    void getCurrentPlan();
  };
  browser.runtime.onStartup.addListener(started);
  // After an update the open pages have the old content script, which cannot reach this background.
  browser.runtime.onInstalled.addListener(started);
  // Continues to wait for a code or a payment that an earlier instance of the background waited for.
  void deviceEntitlement.goOn();
  browser.storage.onChanged.addListener(() => void hubReady.then(({ hub }) => hub.redrawAll()));
  listenForExportMessages(() => hubReady.then(({ db, hub }) => ({ db, hub, publish, translator })));
  browser.runtime.onMessage.addListener((message: unknown, sender: Runtime.MessageSender) => {
    const asked = readCall(message);
    // Only the extension's own pages may call; a content script shares its process with a web page.
    if (asked === null || sender.url?.startsWith(browser.runtime.getURL("")) !== true) return undefined;
    return answer(asked.name, asked.input).then((output) => ({ output }));
  });

  function serveTab(port: Runtime.Port, tabId: number): void {
    const tab: Tab = {
      tabId,
      post: (message: ToTab) => {
        try {
          port.postMessage(message);
        } catch {
          // The tab has just gone; its disconnect follows.
        }
      },
    };
    port.onMessage.addListener((raw: unknown) => void receive(tab, raw));
    port.onDisconnect.addListener(() => void hubReady.then(({ hub }) => hub.gone(tab)));
  }

  async function receive(tab: Tab, raw: unknown): Promise<void> {
    const parsed = fromTab.safeParse(raw);
    if (!parsed.success) return;
    const { hub } = await hubReady;
    const message = parsed.data;
    if (message.type === "hello") await hub.hello(tab, message);
    else if (message.type === "page") await hub.page(tab, message);
    else await pressed(tab.tabId);
  }

  /** The in-page button: does what its label says. */
  async function pressed(tabId: number): Promise<void> {
    const { hub } = await hubReady;
    const job = await hub.jobOfTab(tabId);
    const facts = hub.tabFacts(tabId)?.facts ?? null;
    const press = getPress(job);
    if (press === "start" && facts !== null) await hub.start(tabId, facts, (await readSettings()).lastOptions);
    if (job === null) return;
    if (press === "pause") await hub.pause(job.jobId);
    if (press === "resume") await hub.resume(job.jobId);
    if (press === "open") await browser.tabs.create({ url: browser.runtime.getURL(`/dashboard.html#/jobs/${job.jobId}`) });
  }

  async function tabRemoved(tabId: number, isWindowClosing: boolean): Promise<void> {
    const { hub } = await hubReady;
    // The last window's tabs close with the browser: their jobs continue when the session is restored.
    if (isWindowClosing && (await browser.windows.getAll({ windowTypes: ["normal"] })).length === 0) return;
    await hub.closed(tabId);
  }

  async function answer<N extends CallName>(name: N, input: Calls[N]["input"]): Promise<Calls[N]["output"]> {
    const { db, hub } = await hubReady;
    const handlers: { [K in CallName]: (input: Calls[K]["input"]) => Promise<Calls[K]["output"]> } = {
      "tab.read": ({ tabId }) => readTab(hub, tabId),
      "jobs.list": () => hub.jobs(),
      "jobs.start": async ({ tabId, options }) => {
        const read = await readTab(hub, tabId);
        return read.ok ? { ok: true, value: await hub.start(tabId, read.value, options) } : read;
      },
      "jobs.pause": ({ jobId }) => hub.pause(jobId),
      "jobs.resume": ({ jobId }) => hub.resume(jobId),
      "jobs.cancel": ({ jobId }) => hub.cancel(jobId),
      "jobs.lookAgain": ({ jobId }) => hub.lookAgain(jobId),
      "jobs.remove": async ({ jobId }) => ({ bytes: await hub.remove(jobId) }),
      "jobs.export": ({ jobId, format }) => deliverExport({ db, hub, publish, translator }, jobId, format),
      "exports.list": () => readAllExports(db),
      "storage.usage": async () => {
        const { usage = 0, quota = 0 } = await navigator.storage.estimate();
        return { usedBytes: usage, quotaBytes: quota };
      },
      "plan.get": () => getCurrentPlan(),
      "pro.status": ({ wait }) => deviceEntitlement.status(wait),
      "pro.link": ({ goal }) => deviceEntitlement.link(goal),
      "pro.stopLink": () => deviceEntitlement.stopLink(),
      "pro.renew": () => deviceEntitlement.renewNow(),
      "pro.unlink": () => deviceEntitlement.unlink(),
      "pro.openSession": () => deviceEntitlement.openSession(),
    };
    return handlers[name](input);
  }
}
