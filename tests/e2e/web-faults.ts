import { once } from "node:events";
import { createServer, request as forward } from "node:http";
import type { AddressInfo } from "node:net";
import type { HTTPRequest, Page, ResponseForRequest } from "puppeteer";

/** A fault of a request: an answer, no network, no answer at all, or none (null). */
export type Fault = Partial<ResponseForRequest> | "no network" | "no answer" | null;

/** Faults between browser and server until removed; the application is unchanged. */
export interface Faults {
  /** sets what happens to each further request */
  set(fault: (request: HTTPRequest) => Fault): void;
  clear(): void;
  /** Holds the next request of a path: `came` resolves when it was sent, `release` continues it. */
  hold(path: string): { came: Promise<void>; release(): void };
}

/** Intercepts a page's requests. Call before opening the page. */
export async function faultsOn(page: Page): Promise<Faults> {
  let judge: (request: HTTPRequest) => Fault = () => null;
  let holdUp: ((request: HTTPRequest) => boolean) | null = null;
  await page.setRequestInterception(true);
  page.on("request", (request) => {
    if (holdUp?.(request) === true) return;
    const fault = judge(request);
    if (fault === "no answer") return;
    const done = fault === null ? request.continue() : fault === "no network" ? request.abort("connectionfailed") : request.respond(fault);
    // The page may be closed by now.
    done.catch(() => undefined);
  });
  return {
    set: (fault) => (judge = fault),
    clear: () => (judge = () => null),
    hold: (path) => {
      const came = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      holdUp = (request) => {
        if (new URL(request.url()).pathname !== path) return false;
        holdUp = null;
        came.resolve();
        void released.promise.then(() => request.continue()).catch(() => undefined);
        return true;
      };
      return { came: came.promise, release: released.resolve };
    },
  };
}

/** Builds an answer envelope. */
export function envelope(status: number, code: number, en_us: string, zh_cn: string, data: unknown = null): Partial<ResponseForRequest> {
  return { status, contentType: "application/json", body: JSON.stringify({ code, msg: { en_us, zh_cn }, data }) };
}

/** Applies a fault to one path only. */
export function only(path: string, fault: Fault): (request: HTTPRequest) => Fault {
  return (request) => (new URL(request.url()).pathname === path ? fault : null);
}

/** Matches every call except init-config, which startup needs. */
export function isCall(request: HTTPRequest): boolean {
  const { pathname } = new URL(request.url());
  return pathname.startsWith("/v1/") && !pathname.endsWith("/init-config");
}

/**
 * A gateway that answers one path with a status that browsers only accept from the network.
 * @returns its address, and how to close it
 */
export async function gatewayWith(port: number, path: string, status: number): Promise<{ origin: string; close(): Promise<void> }> {
  const gateway = createServer((given, answer) => {
    if (given.url === path) return void answer.writeHead(status, { "content-length": 0 }).end();
    const { method, headers, url } = given;
    const passed = forward({ host: "127.0.0.1", port, path: url, method, headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer);
    });
    passed.on("error", () => answer.destroy());
    given.pipe(passed);
  });
  gateway.listen(0, "127.0.0.1");
  await once(gateway, "listening");
  return {
    origin: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
    close: async () => {
      gateway.closeAllConnections();
      gateway.close();
      await once(gateway, "close");
    },
  };
}
