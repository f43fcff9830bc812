import type { Runtime } from "webextension-polyfill";
import browser from "webextension-polyfill";
import type { ObservedFacts, Marketplace, PageAnswer, PageFacts, Problem } from "#src/collector/marketplaces/marketplaces.contract.ts";
import { makePageParser } from "#src/collector/marketplaces/page-parser.ts";
import type { FromTab, ToTab } from "./tab-messages.contract.ts";
import { pageRequestEventName, parseObservedRequest } from "./observed-request.ts";
import { PageButtonView } from "./page-button.ts";

type FetchOrder = Extract<ToTab, { type: "fetch" }>;
type PageMessage = Extract<FromTab, { type: "page" }>;

/** A response that takes longer is abandoned. */
const timeoutMs = 60_000;
/** How long reading one response may take: it blocks the marketplace's own page. */
const mostReadSeconds = 8;
/** A background that is silent for so long, although a message is due, is gone; while a wait runs it sends one every second. */
const silenceMs = 5_000;
/** After a port that lasted shorter than this, the next one opens with a delay. */
const shortLifeMs = 1_000;

/**
 * The content script: reads the open page and, when the background orders it, requests one page of reviews from the marketplace
 * in the person's own session. It decides nothing and holds nothing but a response that it has yet to deliver.
 */
export class TabRunner {
  readonly #marketplace: Marketplace;
  readonly #button = new PageButtonView(document, () => this.#post({ type: "button" }));
  #port: Runtime.Port | null = null;
  #facts: PageFacts | null = null;
  #problem: Problem | null = null;
  #observed: ObservedFacts | null = null;
  #inFlight: { jobId: string; page: number } | null = null;
  /** set while a message of the background is due: after a hello, a page, a tick */
  #silence: ReturnType<typeof setTimeout> | undefined;
  /** a page that was read while the background was away */
  #undelivered: PageMessage | null = null;

  constructor(marketplace: Marketplace) {
    this.#marketplace = marketplace;
  }

  /** Starts once the page can be read; observes the page's own requests from the first moment. */
  start(): void {
    const observedEarly: string[] = [];
    document.addEventListener(pageRequestEventName, (event) => {
      const detail: unknown = event instanceof CustomEvent ? event.detail : null;
      if (typeof detail !== "string") return;
      if (this.#facts === null) observedEarly.push(detail.slice(0, 40_000));
      else this.#observe(detail);
      observedEarly.length = Math.min(observedEarly.length, 8);
    });
    const begin = () => {
      this.#readPage();
      for (const detail of observedEarly) this.#observe(detail);
      this.#connect();
    };
    // A prerendered page is not a visit yet.
    if ("prerendering" in document && document.prerendering === true)
      document.addEventListener("prerenderingchange", begin, { once: true });
    else if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin, { once: true });
    else begin();
    addEventListener("online", () => this.#hello());
    // A page that comes back from the back-forward cache has lost its port.
    addEventListener("pageshow", (event) => {
      if (event.persisted) this.#connect();
    });
  }

  #readPage(): void {
    const read = this.#marketplace.readPage(document, location.href);
    this.#facts = read.ok ? read.value : null;
    this.#problem = read.ok ? null : read.problem;
  }

  #observe(detail: string): void {
    if (this.#facts === null) return;
    const observed = parseObservedRequest(detail);
    this.#observed = (observed === null ? null : this.#marketplace.checkObserved(observed, this.#facts)) ?? this.#observed;
  }

  #connect(): void {
    if (!browser.runtime?.id) return;
    try {
      const port = browser.runtime.connect({ name: "tab" });
      const connectedAt = Date.now();
      this.#port = port;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the background of the same version sends on this port
      port.onMessage.addListener((message) => this.#receive(message as ToTab));
      port.onDisconnect.addListener(() => {
        // The service worker was stopped: connecting again starts it, and it continues from the database.
        if (this.#port !== port) return;
        this.#port = null;
        // A background that fails at its start must not be started in a tight loop.
        const lasted = Date.now() - connectedAt;
        if (lasted >= shortLifeMs) this.#connect();
        else setTimeout(() => this.#port ?? this.#connect(), shortLifeMs);
      });
      this.#hello();
    } catch {
      // The extension was updated or removed under this page; a reload brings the new one.
      this.#button.show(null);
    }
  }

  #hello(): void {
    this.#readPage();
    const facts = this.#facts === null ? null : withoutToken(this.#facts);
    this.#post({ type: "hello", facts, problem: this.#problem, inFlight: this.#inFlight });
    const late = this.#undelivered;
    if (late !== null && this.#post(late)) this.#undelivered = null;
  }

  #post(message: FromTab): boolean {
    try {
      this.#port?.postMessage(message);
      this.#expectWord();
      return this.#port !== null;
    } catch {
      return false;
    }
  }

  /** Reconnects after silence: a port opened to a worker that is just ending is neither answered nor closed. */
  #expectWord(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      const silent = this.#port;
      this.#connect();
      silent?.disconnect();
    }, silenceMs);
  }

  #receive(message: ToTab): void {
    clearTimeout(this.#silence);
    switch (message.type) {
      case "fetch":
        void this.#fetchPage(message);
        return;
      case "button":
        this.#button.show(message.button);
        return;
      case "tick":
        this.#expectWord();
        return;
      default:
        message satisfies never;
    }
  }

  async #fetchPage(order: FetchOrder): Promise<void> {
    if (this.#facts === null) return;
    const { jobId, page, route } = order;
    this.#inFlight = { jobId, page };
    const facts = this.#facts;
    const answer = await this.#ask(facts, order);
    const answeredAt = Date.now();
    const result = "kind" in answer ? { ok: false as const, problem: answer } : this.#read(answer, order, facts);
    const salvage = !result.ok && result.problem.kind === "contractChanged" ? this.#salvage(facts) : null;
    const message: PageMessage = { type: "page", jobId, page, route, answeredAt, result: result.ok ? result : { ...result, salvage } };
    this.#inFlight = null;
    if (!this.#post(message)) this.#undelivered = message;
  }

  async #ask(facts: PageFacts, order: FetchOrder): Promise<PageAnswer | Problem> {
    if (!navigator.onLine) return { kind: "offline" };
    const request = this.#marketplace.request(facts, order, this.#observed);
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const { method, headers, body } = request;
      const response = await pageFetch(request.url, { method, headers, body, signal, credentials: "same-origin" });
      return { status: response.status, url: response.url, retryAfter: response.headers.get("retry-after"), body: await response.text() };
    } catch {
      return navigator.onLine ? { kind: "unavailable", status: 0 } : { kind: "offline" };
    }
  }

  #read(answer: PageAnswer, order: FetchOrder, facts: PageFacts) {
    return this.#marketplace.readAnswer(answer, order, this.#context(facts));
  }

  /** Reads the reviews that the open page shows, for when responses can no longer be read. */
  #salvage(facts: PageFacts) {
    const shown = this.#marketplace.readOpenPage(document, this.#context(facts));
    return shown.reviews.length > 0 ? shown : null;
  }

  #context(facts: PageFacts) {
    const { parseHtml } = makePageParser(mostReadSeconds);
    return { facts, parseHtml, now: new Date().toISOString() };
  }
}

/** Sends a request as the page itself would: Firefox gives content scripts the page's own fetch beside theirs. */
function pageFetch(url: string, init: RequestInit): Promise<Response> {
  const firefox: unknown = Reflect.get(globalThis, "content");
  if (typeof firefox === "object" && firefox !== null && "fetch" in firefox && typeof firefox.fetch === "function") {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Firefox's `content.fetch` has the type of `fetch`
    return (firefox.fetch as typeof fetch)(url, init);
  }
  return fetch(url, init);
}

function withoutToken({ csrf: _csrf, ...facts }: PageFacts): Omit<PageFacts, "csrf"> {
  return facts;
}
