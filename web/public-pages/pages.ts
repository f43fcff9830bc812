import type { ReactNode } from "react";
import type { PageProps } from "#src/pro/public-pages/page-props.ts";
import type { PublicPageName } from "#src/pro/public-frame/public-pages.rules.ts";

type Page = (props: PageProps) => ReactNode;

/** The component of each public page, in a separate chunk, so that the build knows each page's styles. */
export const pages: Readonly<Record<PublicPageName, () => Promise<Page>>> = {
  "main-page": async () => (await import("#src/pro/public-pages/main-page.page.tsx")).MainPage,
  introduction: async () => (await import("#src/pro/public-pages/introduction.page.tsx")).IntroductionPage,
  "collector-terms": async () => (await import("#src/pro/public-pages/collector-terms.page.tsx")).CollectorTermsPage,
  "collector-privacy": async () => (await import("#src/pro/public-pages/collector-privacy.page.tsx")).CollectorPrivacyPage,
  "private-policy": async () => (await import("#src/pro/public-pages/private-policy.page.tsx")).PrivatePolicyPage,
  checkout: async () => (await import("#src/pro/public-pages/checkout.page.tsx")).CheckoutPage,
  link: async () => (await import("#src/pro/public-pages/link.page.tsx")).LinkPage,
  subscription: async () => (await import("#src/pro/public-pages/subscription.page.tsx")).SubscriptionPage,
  support: async () => (await import("#src/pro/public-pages/support.page.tsx")).SupportPage,
  "not-found": async () => (await import("#src/pro/public-pages/not-found.page.tsx")).NotFoundPage,
};
