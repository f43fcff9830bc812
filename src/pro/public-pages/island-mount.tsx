import "#src/kit/ui/skeleton.css";
import "./island-mount.css";
import type { TFunction } from "i18next";

interface IslandMountProps {
  /** `<name>-island.tsx` */
  readonly name: "checkout" | "link" | "subscription" | "support";
  readonly t: TFunction;
}

/**
 * Reserves the space of an island while it loads, and shows an error if it cannot. Checkout starts with the text that a new visitor reads first, without
 * waiting; known customers do not see it (`first-paint.js`).
 */
export function IslandMount({ name, t }: IslandMountProps) {
  return (
    <div className={`island-mount island-${name}`}>
      <div id="island" data-island={name} aria-busy="true">
        <p className="visually-hidden" role="status">
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
