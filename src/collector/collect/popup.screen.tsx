import "./popup.css";
import type { ReactNode } from "react";
import { useEffect, useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { CollectOptions } from "#src/collector/reviews/collect-options.contract.ts";
import type { Settings } from "#src/collector/settings/settings.contract.ts";
import { Button, ButtonLink } from "#src/kit/ui/light/button.tsx";
import { Mark } from "#src/kit/ui/mark.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { Toasts } from "#src/kit/ui/light/toast.tsx";
import { Loading } from "./loading.tsx";
import { PageProblem } from "./page-problem.tsx";
import { PopupPage } from "./popup-page.tsx";
import { startPopup, usePopup } from "./popup.store.ts";
import { isUnfinished } from "./view.rules.ts";

interface PopupProps {
  settings: Settings;
  /** stores the options of the last export */
  onOptions: (options: CollectOptions) => void;
  /** match patterns of the marketplaces' hosts, to request access to */
  origins: readonly string[];
  /** language and theme */
  switches: ReactNode;
}

function Head() {
  const { t } = useTranslation();
  return (
    <header className="popup-head">
      <Mark size={24} />
      <h1>{t("collect.name")}</h1>
      <ButtonLink tone="plain" href="/dashboard.html#/" target="_blank">
        {t("collect.popup.dashboard")}
      </ButtonLink>
      <a className="button popup-pro" href="/dashboard.html#/plan" target="_blank" rel="noreferrer" title={t("collect.popup.proLabel")}>
        {t("collect.popup.pro")}
      </a>
    </header>
  );
}

/** The extension's popup: the current page, one button, and the progress. */
export function PopupScreen({ settings, onOptions, origins, switches }: PopupProps) {
  const { t } = useTranslation();
  const { page, jobs, broken, load } = usePopup();
  const [options, setOptions] = useState(settings.lastOptions);
  useEffect(() => {
    const live = new AbortController();
    startPopup(live.signal);
    return () => live.abort();
  }, []);
  useEffect(() => {
    document.title = t("collect.name");
  }, [t]);
  const change = (next: CollectOptions) => {
    setOptions(next);
    onOptions(next);
  };
  const elsewhere = page.state === "problem" ? jobs.filter(isUnfinished).length : 0;
  return (
    <div className="popup">
      <Head />
      <main className="popup-main">
        {broken !== null && (
          <Notice tone="bad" title={t("collect.problem.unexpected.title")}>
            <p>{t("collect.problem.unexpected.advice")}</p>
            <code className="small">{broken}</code>
            <div className="row">
              <Button onClick={() => void load()}>{t("ui.retry")}</Button>
            </div>
          </Notice>
        )}
        {page.state === "reading" && broken === null && (
          <Loading error={null} label={t("collect.page.reading")} onRetry={() => void load()} />
        )}
        {page.state === "problem" && (
          <PageProblem
            problem={page.problem}
            tabId={page.tabId}
            marketplace={page.marketplace}
            origins={origins}
            onChanged={() => void load()}
          />
        )}
        {page.state === "facts" && (
          <PopupPage
            tabId={page.tabId}
            facts={page.facts}
            settings={{ ...settings, lastOptions: options }}
            origins={origins}
            onOptions={change}
          />
        )}
        {elsewhere > 0 && (
          <a href="/dashboard.html#/" target="_blank" rel="noreferrer">
            {t("collect.popup.others", { count: elsewhere })}
          </a>
        )}
      </main>
      <footer className="popup-foot">{switches}</footer>
      <Toasts closeText={t("ui.close")} />
    </div>
  );
}
