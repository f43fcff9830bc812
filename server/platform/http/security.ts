import type { Socket } from "node:net";
import rateLimit from "@fastify/rate-limit";
import type { FastifyContextConfig, FastifyInstance } from "fastify";
import helmet from "helmet";
import { socketUrl } from "#src/kit/api/socket-client.ts";

const directives = {
  "default-src": ["'self'"],
  "script-src": ["'self'"],
  "style-src": ["'self'"],
  "img-src": ["'self'", "data:", "blob:"],
  "connect-src": ["'self'"],
  "object-src": ["'none'"],
  "base-uri": ["'none'"],
  "form-action": ["'self'"],
  "frame-ancestors": ["'none'"],
};

/** The origins that the pages of one site need besides their own. */
export interface PageOrigins {
  /** the site's icon: a path on this server, or an https address elsewhere */
  readonly icon: string;
  /** whether the page shows the icons of all sites, whose addresses can change while it is open */
  readonly showsAllIcons: boolean;
  /** the Host header of the request */
  readonly host: string;
  /** the websocket's own port, for pages whose host is an IP address */
  readonly websocketPort: number;
}

function imageSources(icon: string): string[] {
  return icon.startsWith("https://") && URL.canParse(icon) ? [new URL(icon).origin] : [];
}

/** Returns where a page opens its websocket. By both schemes, because behind a proxy we may not know which of them the browser uses. */
function socketSources({ host, websocketPort }: Pick<PageOrigins, "host" | "websocketPort">): string[] {
  // A URL's host may contain ";", which would end the directive.
  if (!/^[\w.:[\]-]+$/.test(host) || !URL.canParse(`http://${host}`)) return [];
  const { hostname, host: whole } = new URL(`http://${host}`);
  return ["http:", "https:"].map((protocol) => new URL(socketUrl({ protocol, hostname, host: whole }, websocketPort)).origin);
}

/**
 * SHA-256 of the style elements that React Aria adds to a page, in base64: the one for pressable elements, and the one that keeps a page behind a
 * dialog from scrolling on iOS. tests/server/pages.test.ts computes them from the library's source.
 */
const libraryStyles = ["38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o=", "gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg="] as const;

/** Builds the policy of a page of the application: our own files and the two constant styles of a library. */
export function pagePolicy(origins: PageOrigins): string {
  return policyText({
    ...directives,
    "style-src": ["'self'", ...libraryStyles.map((hash) => `'sha256-${hash}'`)],
    "img-src": [...directives["img-src"], ...(origins.showsAllIcons ? ["https:"] : imageSources(origins.icon))],
    "connect-src": [...directives["connect-src"], ...socketSources(origins)],
    // A PDF that is printed (src/kit/ui/download-file.ts).
    "frame-src": ["blob:"],
  });
}

/**
 * Builds the policy of a public page: its own files and the one style element that the build put into it.
 * @param styleHash its SHA-256 in base64
 * @param icon the site's
 */
export function publicPagePolicy(styleHash: string, icon: string): string {
  const images = [...directives["img-src"], ...imageSources(icon)];
  return policyText({ ...directives, "style-src": ["'self'", `'sha256-${styleHash}'`], "img-src": images });
}

function policyText(all: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(all)
    .map(([name, sources]) => `${name} ${sources.join(" ")}`)
    .join(";");
}

/**
 * Adds the headers of every answer: a strict content security policy without inline script, no framing, no sniffing. By helmet itself: @fastify/helmet assigns a
 * function to each reply, which kept the whole request in memory until the next full garbage collection (docs/gotchas.md).
 */
export function addSecurityHeaders(app: FastifyInstance, isProduction: boolean): void {
  const protect = helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    // On a developer's machine, which has plain http, the header would be wrong.
    strictTransportSecurity: isProduction ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: "no-referrer" },
    // the same as frame-ancestors, for older browsers
    frameguard: { action: "deny" },
    crossOriginResourcePolicy: { policy: "same-origin" },
  });
  app.addHook("onRequest", (request, reply, next) => protect(request.raw, reply.raw, () => next()));
}

/** Requests that a connection may have in progress. HTTP/1.1 allows pipelining; no browser and no proxy of note uses it. */
const mostUnderWay = 16;

/**
 * Ends connections that keep sending requests without reading: their answers would wait in memory, and Node processes everything that arrived in
 * one piece before it stops reading.
 */
export function endPipelines(app: FastifyInstance): void {
  const underWay = new WeakMap<Socket, number>();
  app.addHook("onRequest", async ({ raw: { socket } }, reply) => {
    const count = (underWay.get(socket) ?? 0) + 1;
    underWay.set(socket, count);
    reply.raw.once("close", () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1));
    if (count > mostUnderWay) socket.destroy();
    if (socket.destroyed) reply.hijack();
  });
}

/** Returns the rate limit of a request: a page with all its files must not use up the share of anonymous clients, nor that of people at work. */
function getShare({ isOpen, isFile }: FastifyContextConfig): "open" | "files" | "all" {
  if (isOpen === true) return "open";
  return isFile === true ? "files" : "all";
}

/**
 * Limits the rate of each address, counted in this process alone: a guard against floods, not a quota. Limits that must hold over all processes,
 * like signing in, are counted in the database.
 * @param perMinute requests a minute and address; open calls get a twentieth, because anonymous clients make them; the application's own files get
 *   as many again
 */
export async function addRateLimit(app: FastifyInstance, perMinute: number): Promise<void> {
  await app.register(rateLimit, {
    global: true,
    timeWindow: 60_000,
    cache: 10_000,
    max: ({ routeOptions }) => (getShare(routeOptions.config) === "open" ? Math.ceil(perMinute / 20) : perMinute),
    keyGenerator: ({ routeOptions, ip }) => `${getShare(routeOptions.config)} ${ip}`,
    addHeadersOnExceeding: { "x-ratelimit-limit": false, "x-ratelimit-remaining": false, "x-ratelimit-reset": false },
    addHeaders: { "x-ratelimit-limit": false, "x-ratelimit-remaining": false, "x-ratelimit-reset": false, "retry-after": true },
  });
}
