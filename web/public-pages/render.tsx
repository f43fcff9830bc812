import "#src/kit/ui/tokens.css";
import "#src/kit/ui/base.css";
import type { TFunction } from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import type { Language } from "#src/kit/lib/languages.ts";
import { locales } from "#src/kit/lib/languages.ts";
import { themes } from "#src/kit/lib/themes.ts";
import { makeTranslate } from "#src/kit/i18n/make-translate.ts";
import { texts as english } from "../texts/public.en_us.ts";
import { texts as chinese } from "../texts/public.zh_cn.ts";
import { PageFrame } from "#src/pro/public-frame/page-frame.tsx";
import { siteIcon, siteMode, siteTitle } from "#src/pro/public-frame/fill.rules.ts";
import type { Head } from "#src/pro/public-pages/head.rules.ts";
import { buildHead, buildStructuredFaq, faq } from "#src/pro/public-pages/head.rules.ts";
import { socialPicture } from "#src/pro/public-pages/pictures.ts";
import type { PublicPage, PublicPageName } from "#src/pro/public-frame/public-pages.rules.ts";
import { getPublicPage } from "#src/pro/public-frame/public-pages.rules.ts";
import { pages } from "./pages.ts";

/** The styles and scripts of a page. */
export interface DrawnWith {
  /** the styles, for one `<style>` */
  readonly css: string;
  /** the addresses of style sheets instead, for the development server */
  readonly stylesheets: readonly string[];
  /** the addresses of the page's scripts, from the root */
  readonly scripts: readonly string[];
}

const catalogues: Readonly<Record<Language, object>> = { en_us: english, zh_cn: chinese };

/** Returns structured data for search engines besides the head's: the questions of the main page. */
function furtherData(name: PublicPageName, t: TFunction): object[] {
  if (name !== "main-page") return [];
  return [buildStructuredFaq(faq.map(({ question, answer }) => ({ question: t(question), answer: t(answer) })))];
}

/** Serialises structured data; escapes `<`, which would be read as markup. */
function getData(structured: object): string {
  return JSON.stringify(structured).replaceAll("<", String.raw`\u003c`);
}

function HeadPart({ head, page, css, stylesheets, scripts }: DrawnWith & { readonly head: Head; readonly page: PublicPage }) {
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{head.title}</title>
      <meta name="description" content={head.description} />
      <meta name="application-name" content={siteTitle} />
      {!head.isIndexed && <meta name="robots" content="noindex" />}
      {head.canonical !== null && <link rel="canonical" href={head.canonical} />}
      {head.alternates.map(({ language, href }) => (
        <link key={language} rel="alternate" hrefLang={language} href={href} />
      ))}
      {head.shared.map(([property, content]) => (
        <meta key={property} property={property} content={content} />
      ))}
      <link rel="icon" href={siteIcon} />
      <script src="/first-paint.js" />
      {stylesheets.map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      {css !== "" && <style dangerouslySetInnerHTML={{ __html: css }} />}
      {head.structured.map((one) => (
        <script
          key={page.name + JSON.stringify(one).length}
          type="application/ld+json"
          dangerouslySetInnerHTML={{ __html: getData(one) }}
        />
      ))}
      {scripts.map((src) => (
        <script key={src} type="module" src={src} />
      ))}
    </head>
  );
}

/**
 * Renders a public page as a complete document, with placeholders for what only the server knows (`fill.rules.ts`). Used by the build and the
 * development server.
 * @param name the page; its component comes from `pages.ts`
 */
export async function draw(name: PublicPageName, language: Language, drawnWith: DrawnWith): Promise<string> {
  const page = getPublicPage(name);
  const Page = await pages[name]();
  const t: TFunction = makeTranslate(catalogues[language], locales[language]);
  const own = buildHead(page, language, t, socialPicture);
  const head = { ...own, structured: [...own.structured, ...furtherData(name, t)] };
  const markup = renderToStaticMarkup(
    <html lang={locales[language]} data-theme={themes[0]} data-page={name} data-site={siteMode}>
      <HeadPart head={head} page={page} {...drawnWith} />
      <body>
        <PageFrame page={page} language={language} t={t}>
          <Page t={t} language={language} />
        </PageFrame>
      </body>
    </html>,
  );
  return `<!doctype html>\n${markup}\n`;
}
