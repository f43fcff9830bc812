import { useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import browser from "webextension-polyfill";
import type { MarketplaceId } from "#src/collector/reviews/reviews.contract.ts";
import { Button } from "#src/kit/ui/light/button.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import type { TabProblem } from "./popup.store.ts";
import { ProblemNotice } from "./problem-notice.tsx";

interface PageProblemProps {
  problem: TabProblem;
  tabId: number;
  marketplace: MarketplaceId;
  /** match patterns of the marketplaces' hosts */
  origins: readonly string[];
  onChanged: () => void;
}

/** Explains why the current tab cannot be collected, and offers the one thing to do about it. */
export function PageProblem({ problem, tabId, marketplace, origins, onChanged }: PageProblemProps) {
  const { t } = useTranslation();
  const [refused, setRefused] = useState(false);
  if (problem.kind === "notSupported") {
    return (
      <Notice tone="normal" title={t("collect.problem.notSupported.title")}>
        <p>{t("collect.problem.notSupported.advice")}</p>
      </Notice>
    );
  }
  if (problem.kind === "needsReload") {
    const reload = () => {
      // The popup closes with the tab's new page; reading at once would find the old one.
      void browser.tabs.reload(tabId).then(() => window.close());
    };
    return (
      <Notice tone="warn" title={t("collect.problem.needsReload.title")}>
        <p>{t("collect.problem.needsReload.advice")}</p>
        <div className="row">
          <Button tone="primary" onClick={reload}>
            {t("collect.problem.needsReload.reload")}
          </Button>
        </div>
      </Notice>
    );
  }
  if (problem.kind === "noAccess") {
    // Requested within the click: browsers refuse a request that comes later.
    const grant = () => {
      browser.permissions.request({ origins: [...origins] }).then(
        (granted) => (granted ? onChanged() : setRefused(true)),
        () => setRefused(true),
      );
    };
    return (
      <Notice tone="warn" title={t("collect.problem.noAccess.title")}>
        <p>{t("collect.problem.noAccess.advice")}</p>
        {refused && <p role="alert">{t("collect.problem.noAccess.refused")}</p>}
        <div className="row">
          <Button tone="primary" onClick={grant}>
            {t("collect.problem.noAccess.grant")}
          </Button>
        </div>
      </Notice>
    );
  }
  return <ProblemNotice problem={problem} marketplace={marketplace} safe={0} button={t("collect.start.export")} />;
}
