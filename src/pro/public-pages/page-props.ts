import type { TFunction } from "i18next";
import type { Language } from "#src/kit/lib/languages.ts";

/**
 * The props of a public page. It is rendered at build time and never in the browser: no hooks, no handlers, no `style` attribute (forbidden by the content
 * security policy). The site's name is unknown then: texts contain `siteTitle` of `fill.rules.ts` instead.
 */
export interface PageProps {
  readonly t: TFunction;
  readonly language: Language;
}
