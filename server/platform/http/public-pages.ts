import { createHash } from "node:crypto";
import { join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Language } from "#src/kit/lib/languages.ts";
import { languages } from "#src/kit/lib/languages.ts";
import { fillPage } from "#src/pro/public-frame/fill.rules.ts";
import type { PublicPage } from "#src/pro/public-frame/public-pages.rules.ts";
import { getDrawnFile, chooseLanguage, publicPages } from "#src/pro/public-frame/public-pages.rules.ts";
import { buildRobotsText, buildSiteMap } from "#src/pro/public-pages/site-map.rules.ts";
import type { Encoded } from "./compression.ts";
import { encodeBody, chooseEncoding } from "./compression.ts";
import type { BuiltText } from "./built-file.ts";
import { builtText } from "./built-file.ts";
import { publicPagePolicy } from "./security.ts";
import type { PageSite } from "./site-of-request.ts";

/** A page of one site in one language, ready to be sent. */
interface Ready {
  readonly bodies: Encoded;
  readonly hash: string;
  readonly policy: string;
}

/** Pages of this many sites and languages are cached; beyond that they are built anew. */
const mostReady = 200;
const hourS = 3600;

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}

/** Builds the policy that allows the one style element of a page as built, whatever a site is called, and no other. */
function getPolicy(drawn: string, { icon }: PageSite): string {
  return publicPagePolicy(sha256(/<style>([\s\S]*?)<\/style>/.exec(drawn)?.[1] ?? ""), icon);
}

async function makeReady(drawn: string, whole: PageSite, language: Language): Promise<Ready> {
  const { titles, ...site } = whole;
  const text = fillPage(drawn, { ...site, title: titles[language] });
  return { bodies: await encodeBody(text), hash: sha256(text).slice(0, 22), policy: getPolicy(drawn, whole) };
}

/** Caches built pages by the version of their site and build; the oldest are dropped first. */
function readiness(): (name: string, drawn: BuiltText, site: PageSite, language: Language) => Promise<Ready> {
  const kept = new Map<string, Promise<Ready>>();
  return (name, { version, text }, site, language) => {
    const key = JSON.stringify([name, version, language, site]);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = makeReady(text, site, language);
    const [oldest] = kept.keys();
    if (kept.size >= mostReady && oldest !== undefined) kept.delete(oldest);
    kept.set(key, made);
    made.catch(() => kept.delete(key));
    return made;
  };
}

/** Chooses the language of an answer, by address, cookie and site. */
function pickLanguage({ url, headers }: FastifyRequest, locale: Language): Language {
  const [, query = ""] = url.split("?", 2);
  return chooseLanguage(new URLSearchParams(query).get("lang"), headers.cookie ?? "", locale);
}

/**
 * Sends a public page of a site, the page "not found" with 404.
 * @returns whether the build has the page. Not the reply: a reply is a thenable, and awaiting one gives undefined once it was sent.
 */
export type SendPublicPage = (reply: FastifyReply, page: PublicPage, site: PageSite) => Promise<boolean>;

/**
 * Creates the function that serves the built public pages: filled in for the site, in the chosen language, compressed, and not resent to a client
 * that has the same version.
 * @param folder `pages` of the built application
 */
export function createPublicPageSender(folder: string): SendPublicPage {
  const files = publicPages.flatMap(({ name }) => languages.map((language) => getDrawnFile(name, language)));
  const readers = new Map(files.map((file) => [file, builtText(join(folder, file))]));
  const ready = readiness();
  return async (reply, { name }, site) => {
    const { request } = reply;
    const language = pickLanguage(request, site.locale);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the route is registered for these names only
    const drawn = await readers.get(getDrawnFile(name as (typeof publicPages)[number]["name"], language))?.();
    if (drawn === undefined || drawn === null) return false;
    const { bodies, hash, policy } = await ready(name, drawn, site, language);
    const encoding = chooseEncoding(request.headers["accept-encoding"]);
    request.outcome = { name: "page", userUuid: "" };
    void reply
      .type("text/html; charset=utf-8")
      .header("content-security-policy", policy)
      // Cacheable, but revalidated each time: the next answer may be for another version of the site or in another language.
      .header("cache-control", "no-cache")
      .header("vary", "Cookie, Accept-Encoding")
      .header("content-language", language === "zh_cn" ? "zh-CN" : "en");
    if (name === "not-found") void reply.code(404);
    else {
      const tag = `"${hash}-${encoding}"`;
      void reply.header("etag", tag);
      if (request.headers["if-none-match"] === tag) {
        void reply.code(304).send();
        return true;
      }
    }
    if (encoding !== "identity") void reply.header("content-encoding", encoding);
    void reply.send(bodies[encoding]);
    return true;
  };
}

/** Serves what search engines ask for: the pages of the home page, and that the application is not to be indexed. */
export function addSiteMap(app: FastifyInstance, siteOf: (request: FastifyRequest) => Promise<PageSite>): void {
  const cache = `public, max-age=${hourS}`;
  app.get("/robots.txt", { config: { isFile: true } }, async (request, reply) => {
    const { isHomepage, origin } = await siteOf(request);
    request.outcome = { name: "file", userUuid: "" };
    return reply
      .type("text/plain; charset=utf-8")
      .header("cache-control", cache)
      .send(buildRobotsText(isHomepage ? origin : null));
  });
  app.get("/sitemap.xml", { config: { isFile: true } }, async (request, reply) => {
    const { isHomepage, origin, locale } = await siteOf(request);
    if (!isHomepage) return reply.callNotFound();
    request.outcome = { name: "file", userUuid: "" };
    return reply.type("application/xml; charset=utf-8").header("cache-control", cache).send(buildSiteMap(origin, locale));
  });
}
