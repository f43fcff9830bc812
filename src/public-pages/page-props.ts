import type { TFunction } from "i18next";
import type { Language } from "#src/lib/look.ts";

/**
 * What the component of a public page gets. It is drawn at build and never in the browser: no hooks, no handlers, no `style` attribute (the content
 * security policy lets none in). The site's own name is not known then: `siteTitle` of `fill.rules.ts` stands for it in texts.
 */
export interface PageProps {
  readonly t: TFunction;
  readonly language: Language;
}
