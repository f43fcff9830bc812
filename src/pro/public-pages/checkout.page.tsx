import "./account-pages.css";
import { mostDevices } from "#src/pro/entitlement/entitlement.rules.ts";
import { freePlan, proPrice } from "#src/pro/plan/plan.contract.ts";
import { IslandMount } from "./island-mount.tsx";
import type { PageProps } from "./page-props.ts";

/** The checkout: what Pro contains, what it costs and when, and beside it the way to pay. */
export function CheckoutPage({ t, language }: PageProps) {
  return (
    <div className="account-page account-page-wide">
      <header className="stack-tight">
        <h1>{t("subscription.offer.title", { plan: t("subscription.offer.plan") })}</h1>
        <p className="quiet">{t("subscription.offer.text", { limit: freePlan.reviewsPerClick ?? 0 })}</p>
      </header>
      <div className="offer">
        <section className="panel stack" aria-labelledby="offer-panel">
          <h2 id="offer-panel">{t("subscription.offer.panel")}</h2>
          <p className="offer-price number">{t("subscription.offer.price", { price: proPrice[language].text })}</p>
          <p className="quiet">{t("subscription.offer.charged")}</p>
          <IslandMount name="checkout" t={t} />
        </section>
        <div className="offer-more">
          <section className="stack" aria-labelledby="offer-gives">
            <h2 id="offer-gives">{t("subscription.offer.gives")}</h2>
            <ul className="offer-list">
              <li>{t("subscription.offer.all")}</li>
              <li>{t("subscription.offer.goOn")}</li>
              <li>{t("subscription.offer.devices", { devices: mostDevices })}</li>
              <li>{t("subscription.offer.same")}</li>
            </ul>
          </section>
          <section className="stack" aria-labelledby="offer-safe">
            <h2 id="offer-safe">{t("subscription.offer.safe")}</h2>
            <ul className="offer-list">
              <li>{t("subscription.offer.cancel")}</li>
              <li>{t("subscription.offer.card")}</li>
              <li>{t("subscription.offer.receipt")}</li>
            </ul>
          </section>
        </div>
      </div>
    </div>
  );
}
