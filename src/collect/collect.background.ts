import type { Runtime } from "webextension-polyfill";
import browser from "webextension-polyfill";
import { deviceEntitlement } from "#src/entitlement/entitlement.source.ts";
import { deliverExport, listenForWrittenExports } from "#src/export/export.delivery.ts";
import { readTestHook } from "#src/lib/test-hook.ts";
import { marketplaces } from "#src/marketplaces/marketplaces.ts";
import { currentPlan, planForWork } from "#src/plan/plan.source.ts";
import type { Settings } from "#src/settings/settings.contract.ts";
import { readSettings } from "#src/settings/settings.storage.ts";
import type { CallName, Calls, JobsNews } from "./collect.calls.ts";
import { jobsChannelName } from "./collect.calls.ts";
import type { ToTab } from "./collect.contract.ts";
import { fromTab } from "./collect.contract.ts";
import { allExports, openCollectDb } from "./collect.db.ts";
import { drawBadge } from "./badge.ts";
import { readCall } from "./calls.contract.ts";
import { drawButton } from "./draw-button.ts";
import { Hub } from "./collect.hub.ts";
import { pressOf } from "./page-button.rules.ts";
import { isOurs, readTab } from "./tab-access.ts";
import type { Tab } from "./tab-book.ts";

/** The wait in force: random between the person's bounds; never under the least wait. */
async function nextWaitMs(): Promise<number> {
  const hook = await readTestHook();
  const settings = await readSettings();
  const [from, to] = hook?.waitMs ?? waitBounds(settings);
  return from + Math.random() * (to - from);
}

function waitBounds({ waitFromSeconds, waitToSeconds }: Settings): [number, number] {
  return [waitFromSeconds * 1000, Math.max(waitFromSeconds, waitToSeconds) * 1000];
}

/**
 * Wires the hub to the browser: ports of tabs, calls of popup and dashboard, closed tabs, written files.
 * All listeners are set in the first turn of the worker, as the browser wants; the database opens behind them.
 */
export function runBackground(): void {
  const channel = new BroadcastChannel(jobsChannelName);
  const tell = (news: JobsNews) => {
    channel.postMessage(news);
    void hubReady.then(({ hub }) => drawBadge(news, () => hub.jobs()));
  };
  const hubReady = openCollectDb().then((db) => {
    const hub: Hub = new Hub({
      db,
      marketplaces,
      plan: planForWork,
      nextWaitMs,
      now: () => Date.now(),
      newId: () => crypto.randomUUID(),
      tell,
      ended: (job) => void deliverExport({ db, hub, tell }, job.jobId, job.options.format),
      openPage: async (url) => {
        // The address may come from an imported file: only a marketplace's own is opened.
        if (isOurs(url)) await browser.tabs.create({ url });
      },
      // A tab that was closed this moment cannot be reloaded; its job then waits for its page.
      reloadTab: (tabId) => browser.tabs.reload(tabId).catch(() => undefined),
      redraw: (tab, facts, job) => void drawButton(tab, facts, job),
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
    // A token that is a day old is renewed by the look.
    void currentPlan();
  };
  browser.runtime.onStartup.addListener(started);
  // After an update the open pages have the old content script, which cannot reach this background.
  browser.runtime.onInstalled.addListener(started);
  // A code or a payment that the background before this one waited for.
  void deviceEntitlement.goOn();
  browser.storage.onChanged.addListener(() => void hubReady.then(({ hub }) => hub.redrawAll()));
  listenForWrittenExports(() => hubReady.then(({ db, hub }) => ({ db, hub, tell })));
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
          // The tab went in this very moment; its disconnect follows.
        }
      },
    };
    port.onMessage.addListener((raw: unknown) => void heard(tab, raw));
    port.onDisconnect.addListener(() => void hubReady.then(({ hub }) => hub.gone(tab)));
  }

  async function heard(tab: Tab, raw: unknown): Promise<void> {
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
    const press = pressOf(job);
    if (press === "start" && facts !== null) await hub.start(tabId, facts, (await readSettings()).lastOptions);
    if (job === null) return;
    if (press === "pause") await hub.pause(job.jobId);
    if (press === "resume") await hub.resume(job.jobId);
    if (press === "open") await browser.tabs.create({ url: browser.runtime.getURL(`/dashboard.html#/jobs/${job.jobId}`) });
  }

  async function tabRemoved(tabId: number, isWindowClosing: boolean): Promise<void> {
    const { hub } = await hubReady;
    // The last window's tabs close with the browser: their jobs go on when the session is restored.
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
      "jobs.export": ({ jobId, format }) => deliverExport({ db, hub, tell }, jobId, format),
      "exports.list": () => allExports(db),
      "storage.usage": async () => {
        const { usage = 0, quota = 0 } = await navigator.storage.estimate();
        return { usedBytes: usage, quotaBytes: quota };
      },
      "plan.get": () => currentPlan(),
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
