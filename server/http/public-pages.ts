import { createHash } from "node:crypto";
import { join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Language } from "#src/lib/look.ts";
import { languages } from "#src/lib/look.ts";
import { fillPage } from "#src/public-pages/fill.rules.ts";
import type { PublicPage } from "#src/public-pages/public-pages.rules.ts";
import { drawnFile, languageFor, publicPages } from "#src/public-pages/public-pages.rules.ts";
import { robotsText, siteMap } from "#src/public-pages/site-map.rules.ts";
import type { Encoded } from "./encoding.ts";
import { encoded, encodingFor } from "./encoding.ts";
import type { BuiltText } from "./page-reader.ts";
import { builtText } from "./page-reader.ts";
import { publicPagePolicy } from "./security.ts";
import type { PageSite } from "./site-of-request.ts";

/** A page as one site shows it in one language, ready to be sent. */
interface Ready {
  readonly bodies: Encoded;
  readonly hash: string;
  readonly policy: string;
}

/** Pages of this many sites and languages are kept ready; beyond that they are made anew. */
const mostReady = 200;
const hourS = 3600;

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}

/** The policy that lets in the one style element of a page as the build drew it: whatever a site is called, no other. */
function getPolicy(drawn: string, { icon }: PageSite): string {
  return publicPagePolicy(sha256(/<style>([\s\S]*?)<\/style>/.exec(drawn)?.[1] ?? ""), icon);
}

async function makeReady(drawn: string, whole: PageSite, language: Language): Promise<Ready> {
  const { titles, ...site } = whole;
  const text = fillPage(drawn, { ...site, title: titles[language] });
  return { bodies: await encoded(text), hash: sha256(text).slice(0, 22), policy: getPolicy(drawn, whole) };
}

/** Keeps what was made ready by its site's and its build's version; the oldest go first. */
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

/** The language of an answer, by address, cookie and site. */
function languageOf({ url, headers }: FastifyRequest, locale: Language): Language {
  const [, query = ""] = url.split("?", 2);
  return languageFor(new URLSearchParams(query).get("lang"), headers.cookie ?? "", locale);
}

/**
 * Sends a public page as a site shows it, the page "not found" with 404.
 * @returns whether the build has the page. Not the reply: a reply is a thenable, and awaiting one gives undefined once it was sent.
 */
export type SendPublicPage = (reply: FastifyReply, page: PublicPage, site: PageSite) => Promise<boolean>;

/**
 * What serves the pages that the build drew: filled in for the site, in the language of choice, compressed, and not sent again to who has it.
 * @param folder `pages` of the built application
 */
export function publicPageSender(folder: string): SendPublicPage {
  const files = publicPages.flatMap(({ name }) => languages.map((language) => drawnFile(name, language)));
  const readers = new Map(files.map((file) => [file, builtText(join(folder, file))]));
  const ready = readiness();
  return async (reply, { name }, site) => {
    const { request } = reply;
    const language = languageOf(request, site.locale);
    const drawn = await readers.get(drawnFile(name as (typeof publicPages)[number]["name"], language))?.();
    if (drawn === undefined || drawn === null) return false;
    const { bodies, hash, policy } = await ready(name, drawn, site, language);
    const encoding = encodingFor(request.headers["accept-encoding"]);
    request.outcome = { name: "page", userUuid: "" };
    void reply
      .type("text/html; charset=utf-8")
      .header("content-security-policy", policy)
      // It may be kept, and is asked for again each time: the next answer may be of another site's version or in another language.
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

/** What search engines ask for: of the home page its pages, of the application that it is none of theirs. */
export function addSiteMap(app: FastifyInstance, siteOf: (request: FastifyRequest) => Promise<PageSite>): void {
  const cache = `public, max-age=${hourS}`;
  app.get("/robots.txt", { config: { isFile: true } }, async (request, reply) => {
    const { isHomepage, origin } = await siteOf(request);
    request.outcome = { name: "file", userUuid: "" };
    return reply
      .type("text/plain; charset=utf-8")
      .header("cache-control", cache)
      .send(robotsText(isHomepage ? origin : null));
  });
  app.get("/sitemap.xml", { config: { isFile: true } }, async (request, reply) => {
    const { isHomepage, origin, locale } = await siteOf(request);
    if (!isHomepage) return reply.callNotFound();
    request.outcome = { name: "file", userUuid: "" };
    return reply.type("application/xml; charset=utf-8").header("cache-control", cache).send(siteMap(origin, locale));
  });
}
