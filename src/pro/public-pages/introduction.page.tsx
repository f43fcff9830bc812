import "./band.css";
import "#src/kit/ui/notice.css";
import "./introduction.css";
import { ButtonLink } from "#src/kit/ui/light/button.tsx";
import type { PageProps } from "./page-props.ts";
import { applicationOrigin } from "#src/pro/public-frame/fill.rules.ts";
import { getPublicHref } from "#src/pro/public-frame/public-pages.rules.ts";

const ofRetailers = ["bind", "store", "ship", "know"] as const;
const ofSuppliers = ["place", "people", "carriers", "customers"] as const;
/** The steps of an order through the warehouse (domain: receipt, stock, order, wave, package, bag). */
const way = ["receipt", "stock", "orders", "waves", "sorting", "review", "waybill", "weighing", "bagging", "tracking"] as const;

function Sides({ t }: PageProps) {
  return (
    <section className="band band-surface">
      <div className="frame-width sides">
        <div>
          <h2 className="band-title">{t("publicPages.introduction.retailers")}</h2>
          <ul className="side">
            {ofRetailers.map((name) => (
              <li key={name}>
                <h3>{t(`publicPages.introduction.retailer.${name}`)}</h3>
                <p>{t(`publicPages.introduction.retailer.${name}Text`)}</p>
              </li>
            ))}
          </ul>
        </div>
        <div>
          <h2 className="band-title">{t("publicPages.introduction.suppliers")}</h2>
          <ul className="side">
            {ofSuppliers.map((name) => (
              <li key={name}>
                <h3>{t(`publicPages.introduction.supplier.${name}`)}</h3>
                <p>{t(`publicPages.introduction.supplier.${name}Text`)}</p>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}

/** What Quayside Warehouse does for retailers who connect their shops and for the suppliers who ship for them. */
export function IntroductionPage(props: PageProps) {
  const { t, language } = props;
  return (
    <>
      <section className="opening">
        <div className="frame-width">
          <h1>{t("publicPages.introduction.title")}</h1>
          <p className="opening-lead">{t("publicPages.introduction.lead")}</p>
          <div className="opening-ways">
            <ButtonLink href={`${applicationOrigin}/signup`} tone="primary" size="big">
              {t("publicPages.introduction.signUp")}
            </ButtonLink>
            <ButtonLink href={`${applicationOrigin}/ds/login`} size="big">
              {t("publicPages.introduction.retailerLogin")}
            </ButtonLink>
            <ButtonLink href={`${applicationOrigin}/p/login`} size="big">
              {t("publicPages.introduction.supplierLogin")}
            </ButtonLink>
          </div>
          <div className="opening-notice notice">
            <p className="notice-title">{t("publicPages.introduction.building")}</p>
            <p>{t("publicPages.introduction.buildingText")}</p>
          </div>
        </div>
      </section>
      <Sides {...props} />
      <section className="band">
        <div className="frame-width band-inner">
          <h2 className="band-title">{t("publicPages.introduction.way.title")}</h2>
          <p className="band-lead">{t("publicPages.introduction.way.lead")}</p>
          <ol className="way">
            {way.map((step) => (
              <li key={step}>
                <h3>{t(`publicPages.introduction.way.${step}`)}</h3>
                <p>{t(`publicPages.introduction.way.${step}Text`)}</p>
              </li>
            ))}
          </ol>
        </div>
      </section>
      <section className="band band-surface">
        <div className="frame-width sides">
          <div className="band-inner">
            <h2 className="band-title">{t("publicPages.introduction.exceptions.title")}</h2>
            <p className="band-lead">{t("publicPages.introduction.exceptions.text")}</p>
          </div>
          <div className="band-inner">
            <h2 className="band-title">{t("publicPages.introduction.contact.title")}</h2>
            <p className="band-lead">{t("publicPages.introduction.contact.text")}</p>
            <p className="band-action">
              <ButtonLink href={getPublicHref("support", language)} tone="primary">
                {t("publicPages.introduction.contact.link")}
              </ButtonLink>
            </p>
          </div>
        </div>
      </section>
    </>
  );
}
