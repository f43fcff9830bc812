import { join, resolve } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { apiPrefix } from "#src/kit/api/address.ts";
import { websocketPortPlaceholder } from "#src/kit/api/page-values.ts";
import type { Services } from "#server/platform/services.ts";
import {
  applicationPathsOfHomepage,
  configurationPath,
  findPublicPage,
  getPublicPage,
  removeEndSlash,
} from "#src/pro/public-frame/public-pages.rules.ts";
import { builtText } from "./built-file.ts";
import { addSiteMap, createPublicPageSender } from "./public-pages.ts";
import { pagePolicy } from "./security.ts";
import { createSiteFinder } from "./site-of-request.ts";
import type { PageSite } from "./site-of-request.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** marks the web application and its files, which have a rate limit of their own */
    isFile?: boolean;
  }
}

export interface PagesOptions {
  /** the built web application; it may be built, or built anew, while the server runs */
  readonly folder: string;
  /** the websocket's own port, known once it listens */
  readonly websocketPort: () => number;
}

const yearMs = 365 * 24 * 3600 * 1000;
const tenMinutesMs = 10 * 60 * 1000;

/** The only file names that are served: one segment, no leading dot, so that no path climbs and nothing hidden shows. */
const fileName = /^\w[\w.-]*\.\w+$/;
/** Addresses without pages, whatever a browser accepts: what is not found there answers in the envelope. */
const elsewhere = new RegExp(`^/(${apiPrefix.slice(1)}|api|docs|assets|healthz|readyz|metrics|websocket)(/|$)`);
/** A segment that begins with a dot: browsers look there for a site's declarations, and a page would be a wrong answer. */
const hidden = /\/(\.|%2e)/i;

const notBuilt = `<!doctype html>
<html lang="en-US">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta http-equiv="refresh" content="3"><title>Quayside</title></head>
<body>
<p>The web application has not been built yet: run <code>npm run build:web</code>. This page looks again every few seconds.</p>
<p lang="zh-CN">网页应用尚未构建,请运行 <code>npm run build:web</code>。本页每隔几秒会自动重试。</p>
</body>
</html>
`;

/** Whether a person navigates to a page, by its Accept header: no script and no tool asks for HTML unless it means it. */
function wantsPage({ headers }: FastifyRequest): boolean {
  return (headers.accept ?? "").split(",").some((one) => /^\s*(text\/html|application\/xhtml\+xml)\s*(;|$)/i.test(one));
}

/**
 * Serves the web application: `/assets/*` cached for good, the few other files for ten minutes, the public pages as built, and for any other
 * address the application's page, which routes itself; on the home page such an address is not found. A page of the application names its files by
 * their hashes, so it is never cached.
 */
export async function addPages(app: FastifyInstance, services: Services, { folder, websocketPort }: PagesOptions): Promise<void> {
  const root = resolve(folder);
  const readPage = builtText(join(root, "index.html"));
  const findSite = createSiteFinder(services);
  const publicPage = createPublicPageSender(join(root, "pages"));
  await app.register(fastifyStatic, { root, serve: false, index: false, preCompressed: true, suppressWarning: true });

  function sendPage(reply: FastifyReply, text: string | null, { icon }: PageSite): FastifyReply {
    const { url, headers } = reply.request;
    const showsAllIcons = removeEndSlash(url.split("?", 1)[0] ?? "") === configurationPath;
    const origins = { icon, showsAllIcons, host: headers.host ?? "", websocketPort: websocketPort() };
    reply.request.outcome = { name: text === null ? "notBuilt" : "page", userUuid: "" };
    void reply.header("content-security-policy", pagePolicy(origins)).header("cache-control", "no-store").type("text/html; charset=utf-8");
    if (text === null) return reply.code(503).header("retry-after", "3").send(notBuilt);
    return reply.send(text.replaceAll(websocketPortPlaceholder, String(websocketPort())));
  }

  /**
   * Not for a handler to return: waited for, a reply adds four listeners to its response, and a file's has so many already that Node warned of a leak on the
   * terminal at each.
   */
  function sendFile(reply: FastifyReply, path: string, cache: { maxAge: number; immutable: boolean }): void {
    reply.request.outcome = { name: "file", userUuid: "" };
    reply.sendFile(path, root, cache);
  }

  app.get<{ Params: { "*": string } }>("/assets/*", { config: { isFile: true } }, ({ params }, reply) => {
    const name = params["*"];
    if (fileName.test(name)) sendFile(reply, `assets/${name}`, { maxAge: yearMs, immutable: true });
    else reply.callNotFound();
  });

  addSiteMap(app, findSite);

  async function serve(request: FastifyRequest, reply: FastifyReply, path: string): Promise<unknown> {
    if (elsewhere.test(path) || hidden.test(path)) return reply.callNotFound();
    const page = findPublicPage(path);
    if (page === null && !wantsPage(request)) return reply.callNotFound();
    const site = await findSite(request);
    if (page !== null && (site.isHomepage || !page.isOfHomepageAlone))
      return (await publicPage(reply, page, site)) ? reply : sendPage(reply, null, site);
    if (site.isHomepage && !applicationPathsOfHomepage.includes(removeEndSlash(path)))
      return (await publicPage(reply, getPublicPage("not-found"), site)) ? reply : sendPage(reply, null, site);
    return wantsPage(request) ? sendPage(reply, (await readPage())?.text ?? null, site) : reply.callNotFound();
  }

  app.get("/*", { config: { isFile: true } }, (request, reply) => {
    const [path = "/"] = request.url.split("?", 1);
    const name = path.slice(1);
    if (!fileName.test(name) || name === "index.html") return serve(request, reply, path);
    sendFile(reply, name, { maxAge: tenMinutesMs, immutable: false });
    return undefined;
  });
}
