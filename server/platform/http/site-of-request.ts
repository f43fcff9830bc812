import type { FastifyRequest } from "fastify";
import { builtInSite, findSite } from "./sites.queries.ts";
import { anonymous } from "#server/platform/db/row-security.ts";
import type { Services } from "#server/platform/services.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import { toComparableHost } from "#src/company/sites/sites.rules.ts";

/** The site of a request, as far as its pages show it. */
export interface PageSite {
  /** its name by language */
  readonly titles: Readonly<Record<Language, string>>;
  readonly icon: string;
  /** its stored origin, without a trailing slash; empty if the database did not answer */
  readonly origin: string;
  readonly locale: Language;
  readonly isHomepage: boolean;
  /**
   * the origin of the default application if the site is a home page, which has no login itself. Empty for an application, and if the database did
   * not answer.
   */
  readonly applicationOrigin: string;
}

const cachedMs = 3000;
/** Anybody may send any host, so the cache is bounded. */
const mostCached = 200;

/**
 * Finds the site of a request by its host, asking the database once in a few seconds for each. If the database does not answer, the last known site
 * is used, or a built-in one: pages load all the same, and report themselves what fails.
 */
export function createSiteFinder(services: Services): (request: FastifyRequest) => Promise<PageSite> {
  const kept = new Map<string, { site: PageSite; readMs: number }>();
  return async ({ headers, socket }) => {
    const host = toComparableHost(headers.host ?? "");
    const isHomepagePort = socket.localPort === services.homepagePort();
    const key = `${host} ${String(isHomepagePort)}`;
    const nowMs = services.clock.now().getTime();
    const known = kept.get(key);
    if (known !== undefined && Math.abs(nowMs - known.readMs) < cachedMs) return known.site;
    const site = await readSite(services, host, isHomepagePort).catch((error: unknown) => {
      services.log.warn({ reason: error instanceof Error ? error.message : String(error) }, "reading the site of a page failed");
      return known?.site ?? withoutDatabase(isHomepagePort);
    });
    if (kept.size >= mostCached) kept.clear();
    kept.set(key, { site, readMs: nowMs });
    return site;
  };
}

async function readSite({ database }: Services, host: string, isHomepagePort: boolean): Promise<PageSite> {
  const [row, application] = await database.transaction(anonymous, async (tx) => {
    const found = await findSite(tx, host, isHomepagePort);
    return [found, found?.main_function === "Homepage" ? await findSite(tx, "", false) : null] as const;
  });
  if (row === null) return withoutDatabase(isHomepagePort);
  return {
    titles: { en_us: row.homepage_title_en, zh_cn: row.homepage_title },
    icon: row.homepage_icon,
    origin: row.origin.replace(/\/+$/, ""),
    locale: row.locale === "zh_cn" ? "zh_cn" : "en_us",
    isHomepage: row.main_function === "Homepage",
    applicationOrigin: application?.origin.replace(/\/+$/, "") ?? "",
  };
}

function withoutDatabase(isHomepagePort: boolean): PageSite {
  const { homepage_title, homepage_title_en, homepage_icon, locale, main_function } = builtInSite(isHomepagePort);
  return {
    titles: { en_us: homepage_title_en, zh_cn: homepage_title },
    icon: homepage_icon,
    origin: "",
    locale,
    isHomepage: main_function === "Homepage",
    applicationOrigin: "",
  };
}
