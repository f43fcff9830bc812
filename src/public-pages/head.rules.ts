import type { TFunction } from "i18next";
import type { Language } from "#src/lib/look.ts";
import { languages } from "#src/lib/look.ts";
import { proPrice } from "#src/plan/plan.contract.ts";
import { englishQuery, siteOrigin, siteTitle } from "./fill.rules.ts";
import type { PublicPage } from "./public-pages.rules.ts";
import { camelName } from "./public-pages.rules.ts";

/** What stands in the head of a public page, besides what the server and the build put there. */
export interface Head {
  readonly title: string;
  readonly description: string;
  /** null for a page that is no place of its own */
  readonly canonical: string | null;
  /** the page in each language, and for whoever speaks neither */
  readonly alternates: readonly { readonly language: string; readonly href: string }[];
  readonly isIndexed: boolean;
  /** Open Graph (ogp.me): property and content */
  readonly shared: readonly (readonly [property: string, content: string])[];
  /** schema.org, a data block each */
  readonly structured: readonly object[];
}

/** BCP 47 as search engines take it: the language alone, for our texts are of no one country. */
export const searchTag = { en_us: "en", zh_cn: "zh-Hans" } as const satisfies Record<Language, string>;
const openGraphLocale = { en_us: "en_US", zh_cn: "zh_CN" } as const satisfies Record<Language, string>;

/** The absolute address of a page in a language; the server puts in the site's origin, and `?lang=en_us` where the site speaks Chinese by itself. */
export function absoluteAddress(path: string, language: Language): string {
  return `${siteOrigin}${path}${language === "en_us" ? englishQuery : `?lang=${language}`}`;
}

function structuredOf(page: PublicPage, language: Language, title: string, description: string): object[] {
  const url = absoluteAddress(page.path, language);
  const inLanguage = searchTag[language];
  const site = { "@type": "WebSite", name: siteTitle, url: `${siteOrigin}/` };
  const webPage = { "@context": "https://schema.org", "@type": "WebPage", name: title, description, url, inLanguage, isPartOf: site };
  if (page.path !== "/") return [webPage];
  const { amountCents, currency } = proPrice[language];
  const offer = (name: string, cents: number) => ({ "@type": "Offer", name, price: (cents / 100).toFixed(2), priceCurrency: currency });
  return [
    { "@context": "https://schema.org", ...site, inLanguage: languages.map((one) => searchTag[one]) },
    {
      "@context": "https://schema.org",
      "@type": "SoftwareApplication",
      name: siteTitle,
      description,
      url,
      inLanguage,
      applicationCategory: "BrowserApplication",
      operatingSystem: "Chrome, Edge, Firefox",
      offers: [offer("Free", 0), { ...offer("Pro", amountCents), url: absoluteAddress("/esty-checkout/pro", language) }],
    },
  ];
}

/** Questions with their answers as search engines read them (schema.org/FAQPage). */
export function structuredFaq(questions: readonly { question: string; answer: string }[]): object {
  return {
    "@context": "https://schema.org",
    "@type": "FAQPage",
    mainEntity: questions.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  };
}

/**
 * The head of a page in a language.
 * @param picture the address of the picture, 1200 x 630 px, that is shown where the page is shared, from the root; null for none
 */
export function headOf(page: PublicPage, language: Language, t: TFunction, picture: string | null): Head {
  const key = `publicPages.head.${camelName(page.name)}`;
  const say = t as unknown as (key: string) => string;
  const [own, description] = [say(`${key}.title`), say(`${key}.description`)];
  const title = `${own} · ${siteTitle}`;
  const isPlace = page.name !== "not-found";
  const url = absoluteAddress(page.path, language);
  return {
    title,
    description,
    canonical: isPlace ? url : null,
    alternates: isPlace
      ? [
          ...languages.map((one) => ({ language: searchTag[one], href: absoluteAddress(page.path, one) })),
          { language: "x-default", href: `${siteOrigin}${page.path}` },
        ]
      : [],
    isIndexed: page.isIndexed,
    shared: [
      ["og:type", "website"],
      ["og:site_name", siteTitle],
      ["og:title", own],
      ["og:description", description],
      ["og:locale", openGraphLocale[language]],
      ...languages.filter((one) => one !== language).map((one) => ["og:locale:alternate", openGraphLocale[one]] as const),
      ...(isPlace ? [["og:url", url] as const] : []),
      ...(picture === null
        ? []
        : [["og:image", `${siteOrigin}${picture}`] as const, ["og:image:width", "1200"] as const, ["og:image:height", "630"] as const]),
    ],
    structured: page.isIndexed ? structuredOf(page, language, own, description) : [],
  };
}
