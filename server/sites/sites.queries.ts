import type { Selectable } from "kysely";
import type { InitialConfiguration } from "#src/sites/sites.contract.ts";
import { comparableHost } from "#src/sites/sites.rules.ts";
import type { Tx } from "#server/db/tx.ts";
import type { Site } from "#server/db/schema.generated.ts";

export type SiteRow = Selectable<Site>;

/** What a database without any site answers with: one that the start has not been to. */
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
 * The site that a request's host names; where no site has it, the default one of the port.
 * @param host the Host header as it was sent
 * @returns null where there is no site at all
 */
export async function siteOf(tx: Tx, host: string, isHomepagePort: boolean): Promise<SiteRow | null> {
  const row = await tx
    .selectFrom("site")
    .selectAll()
    .where((site) =>
      site.or([
        site("host", "=", comparableHost(host)),
        site.and([site("is_default", "=", true), site("main_function", "=", isHomepagePort ? "Homepage" : "Application")]),
      ]),
    )
    .orderBy("is_default")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * The site that a mail's links lead to: the host's own if it serves the application, for a home page has no login; else the default application.
 * Links are built from its stored origin and never from the Host header, which anybody can send.
 * @returns null where there is no site at all
 */
export async function linkSiteOf(tx: Tx, host: string): Promise<SiteRow | null> {
  const site = await siteOf(tx, host, false);
  return site === null || site.main_function === "Application" ? site : siteOf(tx, "", false);
}

/** Every site, the defaults first, then by host. */
export async function listSiteRows(tx: Tx): Promise<SiteRow[]> {
  return tx.selectFrom("site").selectAll().orderBy("is_default", "desc").orderBy("host").orderBy("main_function").execute();
}
