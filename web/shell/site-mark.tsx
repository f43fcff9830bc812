import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { locales } from "#src/kit/lib/languages.ts";
import { Mark } from "#src/kit/ui/mark.tsx";
import { getSiteIcon, getSiteTitle } from "../site.ts";

const ownIcon = "/favicon.ico";

/** The site's icon; ours if it has none. */
export function SiteMark({ size }: { size: number }) {
  const icon = getSiteIcon();
  return icon === ownIcon ? <Mark size={size} /> : <img src={icon} width={size} height={size} alt="" />;
}

/** Returns the site's name in the page's language. */
export function useSiteTitle(): string {
  const { locale } = useTranslation();
  return getSiteTitle(locale === locales.zh_cn ? "zh_cn" : "en_us");
}
