import type { TFunction } from "i18next";
import type { Language } from "#src/kit/lib/languages.ts";
import { languages } from "#src/kit/lib/languages.ts";
import { proPrice } from "#src/pro/plan/plan.contract.ts";
import { englishQuery, siteOrigin, siteTitle } from "#src/pro/public-frame/fill.rules.ts";
import type { PublicPage } from "#src/pro/public-frame/public-pages.rules.ts";
import { toCamelCase } from "#src/pro/public-frame/public-pages.rules.ts";

/** The head of a public page, besides what the server and the build add. */
export interface Head {
  readonly title: string;
  readonly description: string;
  /** null for a page without a canonical address */
  readonly canonical: string | null;
  /** the page in each language, and the default for others */
  readonly alternates: readonly { readonly language: string; readonly href: string }[];
  readonly isIndexed: boolean;
  /** Open Graph (ogp.me): property and content */
  readonly shared: readonly (readonly [property: string, content: string])[];
  /** schema.org, one data block each */
  readonly structured: readonly object[];
}

/** BCP 47 for search engines: the language alone, because our texts are not specific to a country. */
export const searchTag = { en_us: "en", zh_cn: "zh-Hans" } as const satisfies Record<Language, string>;
const openGraphLocale = { en_us: "en_US", zh_cn: "zh_CN" } as const satisfies Record<Language, string>;

/** Returns the absolute address of a page in a language; the server fills in the site's origin, and `?lang=en_us` if the site's default is Chinese. */
export function toAbsoluteAddress(path: string, language: Language): string {
  return `${siteOrigin}${path}${language === "en_us" ? englishQuery : `?lang=${language}`}`;
}

function buildStructuredData(page: PublicPage, language: Language, title: string, description: string): object[] {
  const url = toAbsoluteAddress(page.path, language);
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
      offers: [offer("Free", 0), { ...offer("Pro", amountCents), url: toAbsoluteAddress("/esty-checkout/pro", language) }],
    },
  ];
}

/** Builds questions and answers for search engines (schema.org/FAQPage). */
export function buildStructuredFaq(questions: readonly { question: string; answer: string }[]): object {
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
 * Builds the head of a page in a language.
 * @param picture path of the picture, 1200 x 630 px, shown when the page is shared; null for none
 */
export function buildHead(page: PublicPage, language: Language, t: TFunction, picture: string | null): Head {
  const key = `publicPages.head.${toCamelCase(page.name)}`;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are put together from the page's name
  const say = t as unknown as (key: string) => string;
  const [own, description] = [say(`${key}.title`), say(`${key}.description`)];
  const title = `${own} · ${siteTitle}`;
  const isPlace = page.name !== "not-found";
  const url = toAbsoluteAddress(page.path, language);
  return {
    title,
    description,
    canonical: isPlace ? url : null,
    alternates: isPlace
      ? [
          ...languages.map((one) => ({ language: searchTag[one], href: toAbsoluteAddress(page.path, one) })),
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
    structured: page.isIndexed ? buildStructuredData(page, language, own, description) : [],
  };
}

/** The questions of the main page (specification, section 1), in order. */
const asked = ["noCount", "counts", "blocked", "cancel", "support"] as const;

/** Each question with its answer as text keys, for the page and for search engines. */
export const faq = asked.map((name) => ({ name, question: `plan.faq.${name}.question`, answer: `plan.faq.${name}.answer` }) as const);
