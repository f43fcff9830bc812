import { listDeclaredRows } from "./declared-rows.ts";
import type { PageProps } from "./page-props.ts";
import { Declared, Policy } from "./policy.tsx";
import { getPublicHref } from "#src/pro/public-frame/public-pages.rules.ts";

/** What the site stores, generated from the declaration. */
export function PrivatePolicyPage({ t, language }: PageProps) {
  const rows = listDeclaredRows(t);
  const [kept, browser, parties] = [t("privacy.site.kept.title"), t("privacy.site.browser.title"), t("privacy.site.parties.title")];
  return (
    <Policy
      t={t}
      title={t("privacy.site.title")}
      lead={t("privacy.site.lead")}
      parts={[
        { id: "kept", title: kept, body: <Declared t={t} caption={kept} first="what" rows={rows.storedBySite} /> },
        {
          id: "browser",
          title: browser,
          body: (
            <>
              <p>{t("privacy.site.browser.text")}</p>
              <Declared t={t} caption={browser} first="what" rows={rows.browser} />
            </>
          ),
        },
        { id: "parties", title: parties, body: <Declared t={t} caption={parties} first="what" rows={rows.parties} /> },
        { id: "safety", title: t("privacy.site.safety.title"), body: <p>{t("privacy.site.safety.text")}</p> },
        {
          id: "rights",
          title: t("privacy.site.rights.title"),
          body: (
            <>
              <p>{t("privacy.site.rights.text")}</p>
              <p>
                <a href={getPublicHref("subscription", language)}>{t("privacy.site.rights.settings")}</a>
              </p>
              <p>
                <a href={getPublicHref("support", language)}>{t("privacy.site.rights.support")}</a>
              </p>
            </>
          ),
        },
        {
          id: "collector",
          title: t("privacy.site.collector.title"),
          body: (
            <p>
              {t("privacy.site.collector.text")}{" "}
              <a href={getPublicHref("collector-privacy", language)}>{t("privacy.site.collector.link")}</a>
            </p>
          ),
        },
        { id: "changes", title: t("privacy.site.changes.title"), body: <p>{t("privacy.site.changes.text")}</p> },
      ]}
    />
  );
}
