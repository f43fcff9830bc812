import type { IncomingMessage } from "node:http";
import { get } from "node:http";
import type { EnvironmentModuleNode, Plugin, ViteDevServer } from "vite";
import { apiPrefix } from "#src/kit/api/address.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import type { PublicPageName } from "#src/pro/public-frame/public-pages.rules.ts";
import { fillPage } from "#src/pro/public-frame/fill.rules.ts";
import { applicationPathsOfHomepage, chooseLanguage, findPublicPage, removeEndSlash } from "#src/pro/public-frame/public-pages.rules.ts";
import type { draw } from "../public-pages/render.tsx";

/** The server's response about the site of a host. */
interface SiteSaid {
  readonly homepage_title: string;
  readonly homepage_title_en: string;
  readonly homepage_icon: string;
  readonly main_function: string;
  readonly locale: Language;
}

const renderer = "/public-pages/render.tsx";
/** Paths that are not pages: vite's own, calls, and files. */
const nonPagePattern = /^\/(@|v1\/|api\/|docs|node_modules\/)|\.\w+$/;

/** Returns the address of the server that the development server proxies to. */
function findProxyTarget({ config }: ViteDevServer): string | null {
  const [one] = Object.values(config.server.proxy ?? {});
  return typeof one === "object" && typeof one.target === "string" ? one.target : null;
}

/** Fetches the site of a host, as the page's own script does. */
async function fetchSite(target: string, host: string): Promise<SiteSaid> {
  return new Promise((resolve, reject) => {
    get(`${target}${apiPrefix}/api/config/init-config`, { headers: { host } }, (reply) => {
      reply.setEncoding("utf8");
      let text = "";
      reply.on("data", (part: string) => (text += part));
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the answer of our own server, in development only
      reply.on("end", () => resolve((JSON.parse(text) as { data: SiteSaid }).data));
    }).on("error", reject);
  });
}

/** Returns the addresses of the styles that a module imports, dependencies first, without those of the other pages. */
function readStyles(module: EnvironmentModuleNode | undefined, own: string, seen = new Set<EnvironmentModuleNode>()): string[] {
  if (module === undefined || seen.has(module)) return [];
  seen.add(module);
  const { url, file } = module;
  if (file?.endsWith(".page.tsx") === true && !file.endsWith(`/${own}.page.tsx`)) return [];
  if (file?.endsWith(".css") === true) return [url];
  return [...module.importedModules].flatMap((one) => readStyles(one, own, seen));
}

async function drawNow(server: ViteDevServer, name: PublicPageName, language: Language): Promise<string> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the built module is the renderer, which exports this
  const { draw: drawPage } = (await server.ssrLoadModule(renderer)) as { draw: typeof draw };
  const drawnWith = (stylesheets: readonly string[]) => ({ css: "", stylesheets, scripts: ["/public-pages/page.ts"] });
  // Rendered twice: the module graph has the page's styles only after the page was loaded.
  await drawPage(name, language, drawnWith([]));
  const module = await server.environments.ssr.moduleGraph.getModuleByUrl(renderer);
  return drawPage(name, language, drawnWith([...new Set(readStyles(module, name))]));
}

/** Returns the page for a request and its status; null for paths of the application and for anything that is not a page. */
async function answer(
  server: ViteDevServer,
  { url = "/", method, headers }: IncomingMessage,
): Promise<{ html: string; status: number } | null> {
  const [pathname = "/", query = ""] = url.split("?", 2);
  const target = findProxyTarget(server);
  if (target === null || (method !== "GET" && method !== "HEAD") || nonPagePattern.test(pathname)) return null;
  const page = findPublicPage(pathname);
  if (page === null && headers.accept?.includes("text/html") !== true) return null;
  const host = headers.host ?? "";
  const site = await fetchSite(target, host);
  const isHomepage = site.main_function === "Homepage";
  const isApplications = isHomepage
    ? applicationPathsOfHomepage.includes(removeEndSlash(pathname))
    : page === null || page.isOfHomepageAlone;
  if (isApplications) return null;
  const name = page?.name ?? "not-found";
  const language = chooseLanguage(new URLSearchParams(query).get("lang"), headers.cookie ?? "", site.locale);
  const html = fillPage(await drawNow(server, name, language), {
    title: language === "zh_cn" ? site.homepage_title : site.homepage_title_en,
    icon: site.homepage_icon,
    origin: `http://${host}`,
    locale: site.locale,
    isHomepage,
    // The development server serves both.
    applicationOrigin: "",
  });
  return { html: await server.transformIndexHtml(url, html), status: name === "not-found" ? 404 : 200 };
}

/** Renders the public pages on each request to the development server, from the current sources. In production they are rendered at build time. */
export function publicPagesInDev(): Plugin {
  return {
    name: "quayside:public-pages-dev",
    apply: "serve",
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const serve = async () => {
          try {
            const drawn = await answer(server, request);
            if (drawn === null) return next();
            response.writeHead(drawn.status, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" }).end(drawn.html);
          } catch (error) {
            next(error);
          }
        };
        void serve();
      });
    },
  };
}
