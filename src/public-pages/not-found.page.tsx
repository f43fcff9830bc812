import "#src/ui/button.css";
import type { PageProps } from "./page-props.ts";
import { publicHref } from "./public-pages.rules.ts";

/** What answers on the home page where nothing is, with status 404. */
export function NotFoundPage({ t, language }: PageProps) {
  return (
    <section className="frame-text">
      <h1>{t("publicPages.notFound.title")}</h1>
      <p>{t("publicPages.notFound.text")}</p>
      <nav className="row" aria-label={t("publicPages.notFound.ways")}>
        <a className="button button-primary of-homepage" href={publicHref("main-page", language)}>
          {t("publicFrame.mainPage")}
        </a>
        <a className="button" href={publicHref("introduction", language)}>
          {t("publicFrame.introduction")}
        </a>
        <a className="button" href={publicHref("support", language)}>
          {t("publicFrame.support")}
        </a>
      </nav>
    </section>
  );
}
