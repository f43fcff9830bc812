import type { Runtime } from "webextension-polyfill";
import browser from "webextension-polyfill";
import type { HeardFacts, Marketplace, PageAnswer, PageFacts, Problem } from "#src/marketplaces/marketplaces.contract.ts";
import { makePageParser } from "#src/marketplaces/page-parser.source.ts";
import type { FromTab, ToTab } from "./collect.contract.ts";
import { heardEventName } from "./heard.event.ts";
import { PageButtonView } from "./page-button.ts";

type FetchOrder = Extract<ToTab, { type: "fetch" }>;
type PageMessage = Extract<FromTab, { type: "page" }>;

/** An answer that takes longer is given up. */
const timeoutMs = 60_000;
/** How long the reading of one answer may take: the marketplace's own page stands still meanwhile. */
const mostReadSeconds = 8;
/** A background that owes a word and is silent for so long is not there any more; while a wait runs it speaks every second. */
const silenceMs = 5_000;
/** A port that lived shorter is followed by a pause. */
const shortLifeMs = 1_000;

/**
 * The content script: reads the open page, and on the background's word asks the marketplace for one page of reviews,
 * in the person's own session. It decides nothing and keeps nothing but the answer that it still has to hand over.
 */
export class TabRunner {
  readonly #marketplace: Marketplace;
  readonly #button = new PageButtonView(document, () => this.#post({ type: "button" }));
  #port: Runtime.Port | null = null;
  #facts: PageFacts | null = null;
  #problem: Problem | null = null;
  #heard: HeardFacts | null = null;
  #inFlight: { jobId: string; page: number } | null = null;
  /** set while the background owes a word: after a hello, an answer, a tick */
  #silence: ReturnType<typeof setTimeout> | undefined;
  /** an answer that was read while the background was away */
  #undelivered: PageMessage | null = null;

  constructor(marketplace: Marketplace) {
    this.#marketplace = marketplace;
  }

  /** Begins once the page can be read; hears the page's own requests from its first moment. */
  start(): void {
    const heardEarly: string[] = [];
    document.addEventListener(heardEventName, (event) => {
      const detail: unknown = event instanceof CustomEvent ? event.detail : null;
      if (typeof detail !== "string") return;
      if (this.#facts === null) heardEarly.push(detail.slice(0, 40_000));
      else this.#listen(detail);
      heardEarly.length = Math.min(heardEarly.length, 8);
    });
    const begin = () => {
      this.#readPage();
      for (const detail of heardEarly) this.#listen(detail);
      this.#connect();
    };
    // A page that the browser prepares in advance is nobody's visit yet.
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

  #listen(detail: string): void {
    if (this.#facts === null) return;
    const heard = readHeard(detail);
    this.#heard = (heard === null ? null : this.#marketplace.hear(heard, this.#facts)) ?? this.#heard;
  }

  #connect(): void {
    if (!browser.runtime?.id) return;
    try {
      const port = browser.runtime.connect({ name: "tab" });
      const connectedAt = Date.now();
      this.#port = port;
      port.onMessage.addListener((message) => this.#told(message as ToTab));
      port.onDisconnect.addListener(() => {
        // The service worker was stopped: connecting again starts it, and it takes up where the database says.
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

  /** A port opened to a worker in the moment of its end is neither answered nor closed: silence is the only sign. */
  #expectWord(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      const silent = this.#port;
      this.#connect();
      silent?.disconnect();
    }, silenceMs);
  }

  #told(message: ToTab): void {
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
    const request = this.#marketplace.request(facts, order, this.#heard);
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

  /** Where the answers cannot be read any more, what the person has open can be. */
  #salvage(facts: PageFacts) {
    const shown = this.#marketplace.readOpenPage(document, this.#context(facts));
    return shown.reviews.length > 0 ? shown : null;
  }

  #context(facts: PageFacts) {
    const { parseHtml } = makePageParser(mostReadSeconds);
    return { facts, parseHtml, now: new Date().toISOString() };
  }
}

/** Firefox gives content scripts the page's own fetch beside theirs: the marketplace is to see the page's own request. */
function pageFetch(url: string, init: RequestInit): Promise<Response> {
  const firefox: unknown = Reflect.get(globalThis, "content");
  if (typeof firefox === "object" && firefox !== null && "fetch" in firefox && typeof firefox.fetch === "function") {
    return (firefox.fetch as typeof fetch)(url, init);
  }
  return fetch(url, init);
}

function withoutToken({ csrf: _csrf, ...facts }: PageFacts): Omit<PageFacts, "csrf"> {
  return facts;
}

/** Parses what the observer told; anything of another shape is nothing. */
function readHeard(detail: string): { url: string; method: string; body: string; csrf: string } | null {
  try {
    const said: unknown = JSON.parse(detail);
    if (typeof said !== "object" || said === null) return null;
    const { url, method, body, csrf } = said as Record<string, unknown>;
    const texts = [url, method, body, csrf];
    if (!texts.every((text): text is string => typeof text === "string")) return null;
    const [heardUrl = "", heardMethod = "", heardBody = "", heardCsrf = ""] = texts;
    return { url: heardUrl, method: heardMethod, body: heardBody, csrf: heardCsrf };
  } catch {
    return null;
  }
}
