import { mostDevices } from "#src/pro/entitlement/entitlement.rules.ts";
import { freePlan, proPrice } from "#src/pro/plan/plan.contract.ts";
import { pastDueGraceMs } from "#src/pro/subscription/subscription.rules.ts";
import { siteTitle } from "#src/pro/public-frame/fill.rules.ts";
import type { PageProps } from "./page-props.ts";
import { Policy } from "./policy.tsx";
import { getPublicHref } from "#src/pro/public-frame/public-pages.rules.ts";

const parts = ["what", "plans", "payment", "cancel", "refund", "pace", "complete", "devices", "ending", "changes"] as const;

/** The terms of the collector. Their figures come from the product's constants. */
export function CollectorTermsPage({ t, language }: PageProps) {
  const figures = {
    site: siteTitle,
    limit: freePlan.reviewsPerClick,
    price: proPrice[language].text,
    devices: mostDevices,
    grace: pastDueGraceMs / 86_400_000,
  };
  return (
    <Policy
      t={t}
      title={t("privacy.terms.title")}
      lead={t("privacy.terms.lead", figures)}
      parts={parts.map((id) => ({
        id,
        title: t(`privacy.terms.${id}.title`),
        body: (
          <>
            <p>{t(`privacy.terms.${id}.text`, figures)}</p>
            {id === "refund" && (
              <p>
                <a href={getPublicHref("support", language)}>{t("privacy.terms.refund.link")}</a>
              </p>
            )}
          </>
        ),
      }))}
    />
  );
}
