import "#src/ui/skeleton.css";
import "./island-place.css";
import type { TFunction } from "i18next";

interface IslandPlaceProps {
  /** `<name>.island.tsx` */
  readonly name: "checkout" | "link" | "subscription" | "support";
  readonly t: TFunction;
}

/**
 * Where a screen will live: its place is kept while it loads, and it is said where it cannot. Checkout begins with what a stranger reads first there,
 * so that nobody waits for those words; whoever is known does not see them (`first-paint.js`).
 */
export function IslandPlace({ name, t }: IslandPlaceProps) {
  return (
    <div className={`island-place island-${name}`}>
      <div id="island" data-island={name} aria-busy="true">
        <p className="heard" role="status">
          {t("subscription.loading")}
        </p>
        {name === "checkout" && (
          <div className="stack island-first">
            <h2>{t("subscription.mail.title")}</h2>
            <p className="quiet">{t("subscription.mail.checkout")}</p>
          </div>
        )}
        <div className="skeletons island-waits" aria-hidden="true">
          <span className="skeleton skeleton-short" />
          <span className="skeleton" />
          <span className="skeleton" />
        </div>
      </div>
      <p className="island-failed">{t("subscription.page.failed")}</p>
      <noscript>
        <p>{t("subscription.page.needsScript")}</p>
      </noscript>
    </div>
  );
}
