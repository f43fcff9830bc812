import "./main-plans.css";
import { freePlan, proPrice } from "#src/pro/plan/plan.contract.ts";
import { ButtonLink } from "#src/kit/ui/light/button.tsx";
import type { PageProps } from "./page-props.ts";
import { getPublicHref } from "#src/pro/public-frame/public-pages.rules.ts";

const ofFree = ["freeLimit", "freeFormats", "freeFilters", "freeReport"] as const;
const ofPro = ["proLimit", "proGoOn", "proDevices", "proCancel"] as const;

/** The two plans with their prices in the page's language (`plan.contract.ts`), and the link to the checkout. */
export function MainPlans({ t, language }: PageProps) {
  const limit = freePlan.reviewsPerClick;
  return (
    <section id="plans" className="band band-surface">
      <div className="frame-width band-inner">
        <h2 className="band-title">{t("publicPages.main.plans.title")}</h2>
        <div className="plans">
          <article className="offer">
            <h3>{t("publicPages.main.plans.free")}</h3>
            <p className="offer-price">{t("publicPages.main.plans.freePrice")}</p>
            <ul>
              {ofFree.map((line) => (
                <li key={line}>{t(`publicPages.main.plans.${line}`, { limit })}</li>
              ))}
            </ul>
            <ButtonLink href="#install" size="big">
              {t("publicPages.main.plans.freeButton")}
            </ButtonLink>
          </article>
          <article className="offer offer-pro">
            <h3>{t("publicPages.main.plans.pro")}</h3>
            <p className="offer-price">
              {`${proPrice[language].text} `}
              <span className="offer-month">{t("publicPages.main.plans.proMonth")}</span>
            </p>
            <ul>
              {ofPro.map((line) => (
                <li key={line}>{t(`publicPages.main.plans.${line}`, { limit })}</li>
              ))}
            </ul>
            <ButtonLink href={getPublicHref("checkout", language)} tone="primary" size="big">
              {t("publicPages.main.plans.proButton")}
            </ButtonLink>
            <p className="offer-small">{t("publicPages.main.plans.proSmall")}</p>
          </article>
        </div>
      </div>
    </section>
  );
}
