import type { FastifyRequest } from "fastify";
import { builtInSite, siteOf } from "#server/sites/sites.queries.ts";
import { gate } from "#server/db/acting.ts";
import type { Services } from "#server/services.ts";
import type { Language } from "#src/lib/look.ts";
import { comparableHost } from "#src/sites/sites.rules.ts";

/** The site that a request is for, as far as its pages show it. */
export interface PageSite {
  /** its name by language */
  readonly titles: Readonly<Record<Language, string>>;
  readonly icon: string;
  /** its stored origin, without a slash at its end; empty where the database did not say */
  readonly origin: string;
  readonly locale: Language;
  readonly isHomepage: boolean;
  /** of the default application, where the site is a home page: it has no login itself. Empty for an application, and where the database did not say. */
  readonly applicationOrigin: string;
}

const keptMs = 3000;
/** Anybody may send any host: what is kept of them has an end. */
const mostKept = 200;

/**
 * Finds the site of a request by its host, asking the database once in a few seconds for each. Where the database does not answer, the last that was
 * known stands, or what a server without any site would show: pages come up all the same, and say themselves what does not work.
 */
export function sitesOfRequests(services: Services): (request: FastifyRequest) => Promise<PageSite> {
  const kept = new Map<string, { site: PageSite; readMs: number }>();
  return async ({ headers, socket }) => {
    const host = comparableHost(headers.host ?? "");
    const isHomepagePort = socket.localPort === services.homepagePort();
    const key = `${host} ${String(isHomepagePort)}`;
    const nowMs = services.clock.now().getTime();
    const known = kept.get(key);
    if (known !== undefined && Math.abs(nowMs - known.readMs) < keptMs) return known.site;
    const site = await readSite(services, host, isHomepagePort).catch((error: unknown) => {
      services.log.warn({ reason: error instanceof Error ? error.message : String(error) }, "the site of a page could not be read");
      return known?.site ?? withoutDatabase(isHomepagePort);
    });
    if (kept.size >= mostKept) kept.clear();
    kept.set(key, { site, readMs: nowMs });
    return site;
  };
}

async function readSite({ database }: Services, host: string, isHomepagePort: boolean): Promise<PageSite> {
  const [row, application] = await database.transaction(gate, async (tx) => {
    const found = await siteOf(tx, host, isHomepagePort);
    return [found, found?.main_function === "Homepage" ? await siteOf(tx, "", false) : null] as const;
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
