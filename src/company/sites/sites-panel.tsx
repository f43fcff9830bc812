import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { buildQueryKey } from "#src/kit/api/query.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { toLanguage } from "#src/kit/lib/languages.ts";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { AddSiteDialog, EditSiteDialog, RemoveSiteDialog, getSiteName } from "./site-dialogs.tsx";
import type { Site } from "./sites.contract.ts";
import { initConfig, listSites } from "./sites.contract.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { sitesActions } from "./sites.actions.ts";

type Open = { readonly kind: "add" } | { readonly kind: "edit" | "remove"; readonly site: Site };

function SiteLine({ site, open }: { site: Site; open: (open: Open) => void }) {
  const { t, locale } = useTranslation();
  const name = getSiteName(site, locale);
  return (
    <li className="config-site">
      <div className="stack-tight">
        <span className="row">
          <img className="config-icon" src={site.homepage_icon} alt="" />
          <strong>{toLanguage(locale) === "zh_cn" ? site.homepage_title : site.homepage_title_en}</strong>
          <StatusTag tone={site.main_function === "Homepage" ? "normal" : "good"} text={t(`sites.function.${site.main_function}`)} />
        </span>
        <span className="quiet">{site.is_default ? t("sites.list.default") : site.host}</span>
        <span className="quiet small">
          {t("sites.list.origin")} <code>{site.origin}</code>
        </span>
      </div>
      <div className="row">
        <ActionButton
          of={sitesActions.edit}
          subject={site}
          aria-label={t("sites.list.editOf", { name })}
          onClick={() => open({ kind: "edit", site })}
        >
          {t("sites.list.edit")}
        </ActionButton>
        <ActionButton
          of={sitesActions.delete}
          subject={site}
          tone="danger"
          aria-label={t("sites.list.removeOf", { name })}
          onClick={() => open({ kind: "remove", site })}
        >
          {t("sites.list.remove")}
        </ActionButton>
      </div>
    </li>
  );
}

/** All sites, for a site administrator. White-labelling means adding a site. */
export function SitesPanel() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { scope } = useCaller();
  const { data, isLoading } = useCallQuery(listSites, {});
  const [open, setOpen] = useState<Open | null>(null);
  const close = useCallback(() => setOpen(null), []);
  const changed = useCallback(() => {
    for (const call of [listSites, initConfig]) void queries.invalidateQueries({ queryKey: buildQueryKey(scope, call) });
  }, [queries, scope]);
  return (
    <section
      className={isLoading ? "panel stack height-unknown" : "panel stack"}
      aria-labelledby="config-sites-title"
      aria-busy={isLoading}
    >
      <div className="row row-apart">
        <h2 id="config-sites-title">{t("sites.list.title")}</h2>
        <ActionButton of={sitesActions.create} subject={undefined} tone="primary" onClick={() => setOpen({ kind: "add" })}>
          {t("sites.list.add")}
        </ActionButton>
      </div>
      <p className="quiet">{t("sites.list.text")}</p>
      <ul className="config-sites">
        {data?.result.map((site) => (
          <SiteLine key={site.site_uuid} site={site} open={setOpen} />
        ))}
      </ul>
      {open?.kind === "add" && <AddSiteDialog onChanged={changed} onClose={close} />}
      {open?.kind === "edit" && <EditSiteDialog site={open.site} onChanged={changed} onClose={close} />}
      {open?.kind === "remove" && <RemoveSiteDialog site={open.site} onChanged={changed} onClose={close} />}
    </section>
  );
}
