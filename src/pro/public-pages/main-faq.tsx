import "./main-faq.css";
import { ButtonLink } from "#src/kit/ui/light/button.tsx";
import { faq } from "./head.rules.ts";
import type { PageProps } from "./page-props.ts";
import { getPublicHref } from "#src/pro/public-frame/public-pages.rules.ts";

/** The questions of the specification, each expandable. */
export function MainFaq({ t, language }: PageProps) {
  return (
    <section id="faq" className="band band-surface">
      <div className="frame-width band-inner">
        <h2 className="band-title">{t("publicPages.main.faq.title")}</h2>
        <div className="faq">
          {faq.map(({ name, question, answer }) => (
            <details key={name} id={`faq-${name}`}>
              <summary>
                <h3>{t(question)}</h3>
              </summary>
              <p>{t(answer)}</p>
            </details>
          ))}
        </div>
        <p className="band-action">
          <ButtonLink href={getPublicHref("support", language)}>{t("publicPages.main.faq.support")}</ButtonLink>
        </p>
      </div>
    </section>
  );
}
