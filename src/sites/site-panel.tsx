import { useAnswer } from "#src/api/caller.tsx";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Button } from "#src/ui/button.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { initConfig } from "./sites.contract.ts";

/** The configuration in force: what the server says of the host of this page. */
export function SitePanel() {
  const { t } = useTranslation();
  const { data, isError, refetch } = useAnswer(initConfig, {});
  return (
    <section className="panel stack" aria-labelledby="config-site-title" aria-busy={data === undefined && !isError}>
      <h2 id="config-site-title">{t("sites.force.title")}</h2>
      {isError && data === undefined && (
        <Notice tone="bad" title={t("ui.failed")}>
          <div className="row">
            <Button onClick={() => void refetch()}>{t("ui.retry")}</Button>
          </div>
        </Notice>
      )}
      {data === undefined && !isError && <span className="skeleton" />}
      {data !== undefined && (
        <dl className="config-facts">
          <div>
            <dt>{t("sites.force.titleEn")}</dt>
            <dd lang="en">{data.homepage_title_en}</dd>
          </div>
          <div>
            <dt>{t("sites.force.titleZh")}</dt>
            <dd lang="zh">{data.homepage_title}</dd>
          </div>
          <div>
            <dt>{t("sites.force.icon")}</dt>
            <dd className="row">
              <img className="config-icon" src={data.homepage_icon} alt="" />
              <code>{data.homepage_icon}</code>
            </dd>
          </div>
          <div>
            <dt>{t("sites.force.function")}</dt>
            <dd>{t(`sites.function.${data.main_function}`)}</dd>
          </div>
          <div>
            <dt>{t("sites.force.language")}</dt>
            <dd>{t(`sites.locale.${data.locale}`)}</dd>
          </div>
        </dl>
      )}
    </section>
  );
}
