import type { Socket } from "node:net";
import helmet from "@fastify/helmet";
import rateLimit from "@fastify/rate-limit";
import type { FastifyContextConfig, FastifyInstance } from "fastify";
import { socketUrl } from "#src/api/socket-client.ts";

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
  /** the websocket's own port, which pages use whose host is an IP address */
  readonly websocketPort: number;
}

function imageSources(icon: string): string[] {
  return icon.startsWith("https://") && URL.canParse(icon) ? [new URL(icon).origin] : [];
}

/** Where a page opens its websocket. By both schemes, for behind a proxy we may not know which of them the browser uses. */
function socketSources({ host, websocketPort }: Pick<PageOrigins, "host" | "websocketPort">): string[] {
  // A URL's host may contain ";", which would end the directive.
  if (!/^[\w.:[\]-]+$/.test(host) || !URL.canParse(`http://${host}`)) return [];
  const { hostname, host: whole } = new URL(`http://${host}`);
  return ["http:", "https:"].map((protocol) => new URL(socketUrl({ protocol, hostname, host: whole }, websocketPort)).origin);
}

/**
 * SHA-256 of the style elements that React Aria makes in a page, in base64: the one for what can be pressed, and the one that keeps a page behind a
 * dialog from scrolling on iOS. tests/server/pages.test.ts makes them anew from the library's source.
 */
const libraryStyles = ["38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o=", "gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg="] as const;

/** The policy of one answer that is a page of the application: besides our own files the two constant styles of a library. */
export function pagePolicy(origins: PageOrigins): string {
  return policyText({
    ...directives,
    "style-src": ["'self'", ...libraryStyles.map((hash) => `'sha256-${hash}'`)],
    "img-src": [...directives["img-src"], ...(origins.showsAllIcons ? ["https:"] : imageSources(origins.icon))],
    "connect-src": [...directives["connect-src"], ...socketSources(origins)],
  });
}

/**
 * The policy of a public page: besides its own files the one style element that the build put into it.
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

/** Headers of every answer: a strict content security policy without inline script, no framing, no sniffing. */
export async function addSecurityHeaders(app: FastifyInstance, isProduction: boolean): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives },
    // Behind plain http on a developer's machine the header would say what is not so.
    strictTransportSecurity: isProduction ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: "no-referrer" },
    // the same as frame-ancestors, for browsers that do not know that
    frameguard: { action: "deny" },
    crossOriginResourcePolicy: { policy: "same-origin" },
  });
}

/** Requests that a connection may have under way. HTTP/1.1 lets a client send on without waiting; no browser and no proxy of note does. */
const mostUnderWay = 16;

/**
 * Ends connections that ask on and on without reading: their answers would wait in memory, and Node works off all that came in one piece before
 * it stops listening.
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

/** Which share a request takes from: a page with all its files must not use up what strangers may ask, nor what people at work do. */
function shareOf({ isOpen, isFile }: FastifyContextConfig): "open" | "files" | "all" {
  if (isOpen === true) return "open";
  return isFile === true ? "files" : "all";
}

/**
 * A share for each address, counted in this process alone: a guard against floods, not a quota. What must hold over all processes - signing in -
 * is counted in the database.
 * @param perMinute requests a minute and address; open calls get a twentieth, for strangers make them; the application's own files get as many
 *   again
 */
export async function addRateLimit(app: FastifyInstance, perMinute: number): Promise<void> {
  await app.register(rateLimit, {
    global: true,
    timeWindow: 60_000,
    cache: 10_000,
    max: ({ routeOptions }) => (shareOf(routeOptions.config) === "open" ? Math.ceil(perMinute / 20) : perMinute),
    keyGenerator: ({ routeOptions, ip }) => `${shareOf(routeOptions.config)} ${ip}`,
    addHeadersOnExceeding: { "x-ratelimit-limit": false, "x-ratelimit-remaining": false, "x-ratelimit-reset": false },
    addHeaders: { "x-ratelimit-limit": false, "x-ratelimit-remaining": false, "x-ratelimit-reset": false, "retry-after": true },
  });
}
