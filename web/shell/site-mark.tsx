import { useTranslation } from "#src/i18n/shown.store.ts";
import { localeOf } from "#src/i18n/locales.ts";
import { Mark } from "#src/ui/mark.tsx";
import { siteIcon, siteTitle } from "../site.ts";

const ownIcon = "/favicon.ico";

/** The site's own icon; ours where it has none of its own. */
export function SiteMark({ size }: { size: number }) {
  const icon = siteIcon();
  return icon === ownIcon ? <Mark size={size} /> : <img src={icon} width={size} height={size} alt="" />;
}

/** The site's name in the language of the page. */
export function useSiteTitle(): string {
  const { locale } = useTranslation();
  return siteTitle(locale === localeOf.zh_cn ? "zh_cn" : "en_us");
}
