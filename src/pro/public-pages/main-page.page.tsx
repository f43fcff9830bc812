import "./band.css";
import "./main-page.css";
import { freePlan, proPrice } from "#src/pro/plan/plan.contract.ts";
import { InstallButtons } from "./install-buttons.tsx";
import { MainDemo } from "./main-demo.tsx";
import { MainFaq } from "./main-faq.tsx";
import { MainInstall } from "./main-install.tsx";
import { MainLoop } from "./main-loop.tsx";
import { MainPlans } from "./main-plans.tsx";
import { MainTrust } from "./main-trust.tsx";
import type { PageProps } from "./page-props.ts";
import { getPublicHref } from "#src/pro/public-frame/public-pages.rules.ts";

function Hero(props: PageProps) {
  const { t, language } = props;
  return (
    <section className="hero">
      <div className="frame-width hero-inner">
        <div className="hero-words">
          <h1>{t("publicPages.main.hero.title")}</h1>
          <p className="hero-lead">{t("publicPages.main.hero.lead")}</p>
          <InstallButtons t={t} />
          <p>
            <a className="hero-try" href="#demo">
              {t("publicPages.main.hero.try")}
            </a>
          </p>
          <p className="hero-price">
            {t("publicPages.main.hero.price", { limit: freePlan.reviewsPerClick, price: proPrice[language].text })}
          </p>
        </div>
        <MainLoop {...props} />
      </div>
    </section>
  );
}

/** The main page: what the extension does, a demo, why to trust it, its price, how to install it, and questions. */
export function MainPage(props: PageProps) {
  const { t, language } = props;
  return (
    <>
      <Hero {...props} />
      <MainDemo {...props} />
      <MainTrust {...props} />
      <MainPlans {...props} />
      <MainInstall {...props} />
      <MainFaq {...props} />
      <section className="band">
        <div className="frame-width band-inner">
          <h2 className="band-title">{t("publicPages.main.warehouse.title")}</h2>
          <p className="band-lead">{t("publicPages.main.warehouse.text")}</p>
          <p>
            <a href={getPublicHref("introduction", language)}>{t("publicPages.main.warehouse.link")}</a>
          </p>
          <p className="trademark">{t("publicPages.main.trademark")}</p>
        </div>
      </section>
    </>
  );
}
