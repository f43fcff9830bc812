import "./page-frame.css";
import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import type { Language } from "#src/kit/lib/languages.ts";
import { languages, locales } from "#src/kit/lib/languages.ts";
import { siteTitle } from "./fill.rules.ts";
import type { PublicPage, PublicPageName } from "./public-pages.rules.ts";
import { getPublicHref } from "./public-pages.rules.ts";
import { Mark } from "#src/kit/ui/mark.tsx";
import { LanguageIcon, MoonIcon, SunIcon } from "./frame-icons.tsx";

interface FrameProps {
  readonly page: PublicPage;
  readonly language: Language;
  readonly t: TFunction;
  readonly children: ReactNode;
}
type Part = Omit<FrameProps, "children">;

/** A page in a list of links, and whether application mode has an equivalent. */
interface FrameLink {
  readonly name: PublicPageName;
  readonly text:
    | "mainPage"
    | "introduction"
    | "checkout"
    | "support"
    | "subscription"
    | "link"
    | "collectorTerms"
    | "collectorPrivacy"
    | "privatePolicy";
}

const navigation: readonly FrameLink[] = [
  { name: "main-page", text: "mainPage" },
  { name: "checkout", text: "checkout" },
  { name: "introduction", text: "introduction" },
  { name: "support", text: "support" },
];
const policies: readonly FrameLink[] = [
  { name: "collector-terms", text: "collectorTerms" },
  { name: "collector-privacy", text: "collectorPrivacy" },
  { name: "private-policy", text: "privatePolicy" },
  { name: "subscription", text: "subscription" },
  { name: "link", text: "link" },
];

function Links({ of, page, language, t }: Part & { readonly of: readonly FrameLink[] }) {
  return (
    <ul>
      {of.map(({ name, text }) => (
        <li key={name} className={name === "main-page" ? "of-homepage" : undefined}>
          <a href={getPublicHref(name, language)} aria-current={name === page.name ? "page" : undefined}>
            {t(`publicFrame.${text}`)}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Links to the same page in the other language and the other theme; `web/public-pages/page.ts` makes them work. */
function Tools({ page, language, t }: Part) {
  const other = languages.find((one) => one !== language) ?? language;
  return (
    <div className="frame-tools">
      <a
        className="frame-tool"
        href={`${page.path}?lang=${other}`}
        hrefLang={locales[other]}
        data-language={other}
        aria-label={t(other === "zh_cn" ? "publicFrame.toChinese" : "publicFrame.toEnglish")}
      >
        <LanguageIcon />
      </a>
      <button
        type="button"
        className="frame-tool frame-theme"
        data-to-dark={t("publicFrame.toDark")}
        data-to-light={t("publicFrame.toLight")}
        aria-label={t("publicFrame.toDark")}
      >
        <MoonIcon />
        <SunIcon />
      </button>
    </div>
  );
}

/** The frame of every public page: the site's name, navigation, language, theme, policies. Rendered at build time. */
export function PageFrame({ children, ...part }: FrameProps) {
  const { language, t } = part;
  return (
    <>
      <a className="frame-skip" href="#content">
        {t("publicFrame.skip")}
      </a>
      <header className="frame-header">
        <div className="frame-width">
          <a className="frame-brand" href={getPublicHref("main-page", language)} aria-label={t("publicFrame.home", { site: siteTitle })}>
            <span className="frame-mark">
              <Mark size={28} />
            </span>
            <span className="frame-title">{siteTitle}</span>
          </a>
          <nav className="frame-nav" aria-label={t("publicFrame.nav")}>
            <Links of={navigation} {...part} />
          </nav>
          <Tools {...part} />
        </div>
      </header>
      <main id="content" className="frame-main" tabIndex={-1}>
        {children}
      </main>
      <footer className="frame-footer">
        <nav className="frame-width" aria-label={t("publicFrame.policies")}>
          <Links of={policies} {...part} />
        </nav>
      </footer>
    </>
  );
}
