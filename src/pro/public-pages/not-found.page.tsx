import "#src/kit/ui/button.css";
import type { PageProps } from "./page-props.ts";
import { getPublicHref } from "#src/pro/public-frame/public-pages.rules.ts";

/** The home page's response for unknown addresses, with status 404. */
export function NotFoundPage({ t, language }: PageProps) {
  return (
    <section className="frame-text">
      <h1>{t("publicPages.notFound.title")}</h1>
      <p>{t("publicPages.notFound.text")}</p>
      <nav className="row" aria-label={t("publicPages.notFound.ways")}>
        <a className="button button-primary of-homepage" href={getPublicHref("main-page", language)}>
          {t("publicFrame.mainPage")}
        </a>
        <a className="button" href={getPublicHref("introduction", language)}>
          {t("publicFrame.introduction")}
        </a>
        <a className="button" href={getPublicHref("support", language)}>
          {t("publicFrame.support")}
        </a>
      </nav>
    </section>
  );
}
