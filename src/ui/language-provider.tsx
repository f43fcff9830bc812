import type { ReactNode } from "react";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { useTranslation } from "#src/i18n/shown.store.ts";

/** Tells the parts the page's language, in which dates and numbers are typed and their own words are said. */
export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const { locale } = useTranslation();
  return <I18nProvider locale={locale}>{children}</I18nProvider>;
}
