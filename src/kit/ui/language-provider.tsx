import type { ReactNode } from "react";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";

/** Gives React Aria the page's language, for dates, numbers and its own texts. */
export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const { locale } = useTranslation();
  return <I18nProvider locale={locale}>{children}</I18nProvider>;
}
