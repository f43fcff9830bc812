import { heardEventName, heardPaths } from "./heard.event.ts";

/**
 * Listens, in the page's own world, to the requests by which the page itself asks for reviews. It reads and never changes:
 * every call goes through with the very arguments it was made with, and whatever goes wrong here stays here.
 */
export function observeRequests(page: Window & typeof globalThis): void {
  const tell = (address: string, method: string, body: unknown, csrf: string | null) => {
    if (typeof body !== "string") return;
    // Pages ask by relative addresses: the listener gets the whole one.
    const url = new URL(address, page.location.href).href;
    const detail = JSON.stringify({ url, method, body, csrf: csrf ?? "" });
    page.document.dispatchEvent(new page.CustomEvent(heardEventName, { detail }));
  };

  page.fetch = new Proxy(page.fetch, {
    apply(target, self, args: Parameters<typeof fetch>) {
      quietly(() => hearFetch(args, page.location.href, tell));
      return Reflect.apply(target, self, args);
    },
  });

  const asked = new WeakMap<XMLHttpRequest, { url: string; method: string; csrf: string | null }>();
  const xhr = page.XMLHttpRequest.prototype;
  xhr.open = new Proxy(xhr.open, {
    apply(target, self: XMLHttpRequest, args: [string, string | URL]) {
      quietly(() => {
        const url = addressOf(args[1]);
        if (matters(url, page.location.href)) asked.set(self, { method: args[0], url, csrf: null });
        else asked.delete(self);
      });
      return Reflect.apply(target, self, args);
    },
  });
  xhr.setRequestHeader = new Proxy(xhr.setRequestHeader, {
    apply(target, self: XMLHttpRequest, args: [string, string]) {
      quietly(() => {
        const request = asked.get(self);
        if (request !== undefined && args[0].toLowerCase() === "x-csrf-token") request.csrf = args[1];
      });
      return Reflect.apply(target, self, args);
    },
  });
  xhr.send = new Proxy(xhr.send, {
    apply(target, self: XMLHttpRequest, args: [XMLHttpRequestBodyInit?]) {
      quietly(() => {
        const request = asked.get(self);
        if (request !== undefined) tell(request.url, request.method, args[0], request.csrf);
      });
      return Reflect.apply(target, self, args);
    },
  });
}

type Tell = (url: string, method: string, body: unknown, csrf: string | null) => void;

function hearFetch([input, init]: Parameters<typeof fetch>, base: string, tell: Tell): void {
  const isRequest = typeof input === "object" && "clone" in input;
  const url = isRequest ? input.url : addressOf(input);
  // Nothing else of a request is looked at unless its path matters: headers and bodies may be one-shot streams.
  if (!matters(url, base)) return;
  if (!isRequest) {
    tell(url, init?.method ?? "GET", init?.body, csrfOf(init?.headers));
    return;
  }
  const { method, headers } = input;
  void input
    .clone()
    .text()
    .then((body) => tell(url, method, init?.body ?? body, headers.get("x-csrf-token")))
    .catch(() => undefined);
}

/** The token among headers of the forms that can be read without using them up. */
function csrfOf(headers: HeadersInit | undefined): string | null {
  if (headers === undefined) return null;
  if (headers instanceof Headers) return headers.get("x-csrf-token");
  if (Array.isArray(headers)) return headers.find(([name]) => name?.toLowerCase() === "x-csrf-token")?.[1] ?? null;
  return Object.entries(headers).find(([name]) => name.toLowerCase() === "x-csrf-token")?.[1] ?? null;
}

/** An address as text; anything but a string or a URL is left alone, as turning it into text would run the page's code. */
function addressOf(input: unknown): string {
  if (typeof input === "string") return input;
  return input instanceof URL ? input.href : "";
}

function matters(url: string, base: string): boolean {
  return URL.canParse(url, base) && heardPaths.includes(new URL(url, base).pathname);
}

function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // The page must never notice that somebody listens.
  }
}
