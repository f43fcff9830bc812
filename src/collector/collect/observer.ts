import { observedPaths } from "#src/collector/marketplaces/sites.ts";
import { pageRequestEventName } from "./observed-request.ts";

/**
 * Observes, in the page's own world, the requests by which the page itself loads reviews. It changes nothing: every call goes
 * through with its own arguments, and an error here never reaches the page.
 */
export function observeRequests(page: Window & typeof globalThis): void {
  const send = (address: string, method: string, body: unknown, csrf: string | null) => {
    if (typeof body !== "string") return;
    // Pages use relative addresses: the listener gets the absolute one.
    const url = new URL(address, page.location.href).href;
    const detail = JSON.stringify({ url, method, body, csrf: csrf ?? "" });
    page.document.dispatchEvent(new page.CustomEvent(pageRequestEventName, { detail }));
  };

  page.fetch = new Proxy(page.fetch, {
    apply(target, self, args: Parameters<typeof fetch>) {
      runQuietly(() => observeFetch(args, page.location.href, send));
      return Reflect.apply(target, self, args);
    },
  });

  const asked = new WeakMap<XMLHttpRequest, { url: string; method: string; csrf: string | null }>();
  const xhr = page.XMLHttpRequest.prototype;
  xhr.open = new Proxy(xhr.open, {
    apply(target, self: XMLHttpRequest, args: [string, string | URL]) {
      runQuietly(() => {
        const url = toAddress(args[1]);
        if (isObserved(url, page.location.href)) asked.set(self, { method: args[0], url, csrf: null });
        else asked.delete(self);
      });
      return Reflect.apply(target, self, args);
    },
  });
  xhr.setRequestHeader = new Proxy(xhr.setRequestHeader, {
    apply(target, self: XMLHttpRequest, args: [string, string]) {
      runQuietly(() => {
        const request = asked.get(self);
        if (request !== undefined && args[0].toLowerCase() === "x-csrf-token") request.csrf = args[1];
      });
      return Reflect.apply(target, self, args);
    },
  });
  xhr.send = new Proxy(xhr.send, {
    apply(target, self: XMLHttpRequest, args: [XMLHttpRequestBodyInit?]) {
      runQuietly(() => {
        const request = asked.get(self);
        if (request !== undefined) send(request.url, request.method, args[0], request.csrf);
      });
      return Reflect.apply(target, self, args);
    },
  });
}

type Send = (url: string, method: string, body: unknown, csrf: string | null) => void;

function observeFetch([input, init]: Parameters<typeof fetch>, base: string, send: Send): void {
  const isRequest = typeof input === "object" && "clone" in input;
  const url = isRequest ? input.url : toAddress(input);
  // The rest of a request is read only if its path is observed: headers and bodies may be one-shot streams.
  if (!isObserved(url, base)) return;
  if (!isRequest) {
    send(url, init?.method ?? "GET", init?.body, findCsrf(init?.headers));
    return;
  }
  const { method, headers } = input;
  void input
    .clone()
    .text()
    .then((body) => send(url, method, init?.body ?? body, headers.get("x-csrf-token")))
    .catch(() => undefined);
}

/** Finds the token in headers of any form that can be read without consuming it. */
function findCsrf(headers: HeadersInit | undefined): string | null {
  if (headers === undefined) return null;
  if (headers instanceof Headers) return headers.get("x-csrf-token");
  if (Array.isArray(headers)) return headers.find(([name]) => name?.toLowerCase() === "x-csrf-token")?.[1] ?? null;
  return Object.entries(headers).find(([name]) => name.toLowerCase() === "x-csrf-token")?.[1] ?? null;
}

/** An address as text; '' for anything but a string or a URL, because converting it would run the page's code. */
function toAddress(input: unknown): string {
  if (typeof input === "string") return input;
  return input instanceof URL ? input.href : "";
}

function isObserved(url: string, base: string): boolean {
  return URL.canParse(url, base) && observedPaths.includes(new URL(url, base).pathname);
}

function runQuietly(work: () => void): void {
  try {
    work();
  } catch {
    // The page must never notice that it is observed.
  }
}
