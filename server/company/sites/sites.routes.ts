import { createSite, deleteSite, initConfig, listSites, updateSite } from "#src/company/sites/sites.contract.ts";
import type { InitialConfiguration } from "#src/company/sites/sites.contract.ts";
import { ok } from "#src/kit/lib/result.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { implement } from "#server/platform/http/context.ts";
import type { CallContext, Implementation } from "#server/platform/http/context.ts";
import { addSite, changeSite, removeSite } from "./sites.commands.ts";
import { builtInSite, listSiteRows, findSite } from "#server/platform/http/sites.queries.ts";
import type { SiteRow } from "#server/platform/http/sites.queries.ts";

function toConfiguration(site: SiteRow): InitialConfiguration {
  return {
    homepage_title: site.homepage_title,
    homepage_title_en: site.homepage_title_en,
    homepage_icon: site.homepage_icon,
    main_function: site.main_function === "Homepage" ? "Homepage" : "Application",
    locale: site.locale === "zh_cn" ? "zh_cn" : "en_us",
  };
}

function shown(site: SiteRow) {
  const { site_uuid, host, is_default, origin, version } = site;
  return { ...toConfiguration(site), site_uuid, host: host ?? "", is_default, origin, version };
}

async function note({ tx, ...context }: CallContext, action: string, site: SiteRow, detail: Record<string, unknown>): Promise<void> {
  await writeAudit(tx, context, { action, subjectType: "site", subjectUuid: site.site_uuid, detail });
}

export const sitesRoutes: readonly Implementation[] = [
  implement(initConfig, async (_input, { tx, host, isHomepagePort }) => {
    const site = await findSite(tx, host, isHomepagePort);
    return ok(site === null ? builtInSite(isHomepagePort) : toConfiguration(site));
  }),

  implement(listSites, async (_input, { tx }) => ok({ result: (await listSiteRows(tx)).map(shown) })),

  implement(createSite, async (input, context) => {
    const added = await addSite(context.tx, input, context.now);
    if (!added.ok) return added;
    await note(context, "sites.create-site", added.value, { host: added.value.host });
    return ok(shown(added.value));
  }),

  implement(updateSite, async (input, context) => {
    const changed = await changeSite(context.tx, input, context.now);
    if (!changed.ok) return changed;
    const { site_uuid: _site, version: _version, ...fields } = input;
    await note(context, "sites.update-site", changed.value, fields);
    return ok(shown(changed.value));
  }),

  implement(deleteSite, async ({ site_uuid }, context) => {
    const removed = await removeSite(context.tx, site_uuid);
    if (!removed.ok) return removed;
    await note(context, "sites.delete-site", removed.value, { host: removed.value.host });
    return ok(null);
  }),
];
