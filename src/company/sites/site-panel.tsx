import type { ReactNode } from "react";
import { useCallQuery } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { FailedNotice } from "#src/kit/ui/failed-notice.tsx";
import { initConfig } from "./sites.contract.ts";

/** A line, with a placeholder while its text is loading. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children ?? <span className="skeleton config-coming" />}</dd>
    </div>
  );
}

/** The active configuration: what the server returns for this page's host. */
export function SitePanel() {
  const { t } = useTranslation();
  const { data, error, isLoading, refetch } = useCallQuery(initConfig, {});
  return (
    <section className="panel stack" aria-labelledby="config-site-title" aria-busy={isLoading}>
      <h2 id="config-site-title">{t("sites.force.title")}</h2>
      {error !== null && data === undefined && <FailedNotice error={error} onRetry={() => void refetch()} />}
      {(data !== undefined || isLoading) && (
        <dl className="config-facts">
          <Fact name={t("sites.force.titleEn")}>{data && <span lang="en">{data.homepage_title_en}</span>}</Fact>
          <Fact name={t("sites.force.titleZh")}>{data && <span lang="zh">{data.homepage_title}</span>}</Fact>
          <Fact name={t("sites.force.icon")}>
            {data && (
              <span className="row">
                <img className="config-icon" src={data.homepage_icon} alt="" />
                <code>{data.homepage_icon}</code>
              </span>
            )}
          </Fact>
          <Fact name={t("sites.force.function")}>{data && t(`sites.function.${data.main_function}`)}</Fact>
          <Fact name={t("sites.force.language")}>{data && t(`sites.locale.${data.locale}`)}</Fact>
        </dl>
      )}
    </section>
  );
}
