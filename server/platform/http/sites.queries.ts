import type { Selectable } from "kysely";
import type { InitialConfiguration } from "#src/company/sites/sites.contract.ts";
import { toComparableHost } from "#src/company/sites/sites.rules.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { Site } from "#server/platform/db/schema.generated.ts";

export type SiteRow = Selectable<Site>;

/** The answer of a database without any site: one that no start has prepared. */
export function builtInSite(isHomepagePort: boolean): InitialConfiguration {
  return {
    homepage_title: "码头云仓",
    homepage_title_en: "Quayside",
    homepage_icon: "/favicon.ico",
    main_function: isHomepagePort ? "Homepage" : "Application",
    locale: "en_us",
  };
}

/**
 * Finds the site of a host; falls back to the default one of the port.
 * @param host the Host header as it was sent
 * @returns null if there is no site at all
 */
export async function findSite(tx: Tx, host: string, isHomepagePort: boolean): Promise<SiteRow | null> {
  const row = await tx
    .selectFrom("site")
    .selectAll()
    .where((site) =>
      site.or([
        site("host", "=", toComparableHost(host)),
        site.and([site("is_default", "=", true), site("main_function", "=", isHomepagePort ? "Homepage" : "Application")]),
      ]),
    )
    .orderBy("is_default")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Finds the site for a mail's links: the host's own if it serves the application, since a home page has no login; else the default application.
 * Links use its stored origin and never the Host header, which anybody can send.
 * @returns null if there is no site at all
 */
export async function findLinkSite(tx: Tx, host: string): Promise<SiteRow | null> {
  const site = await findSite(tx, host, false);
  return site === null || site.main_function === "Application" ? site : findSite(tx, "", false);
}

/** Lists every site, the defaults first, then by host. */
export async function listSiteRows(tx: Tx): Promise<SiteRow[]> {
  return tx.selectFrom("site").selectAll().orderBy("is_default", "desc").orderBy("host").orderBy("main_function").execute();
}
