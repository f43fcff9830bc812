import type { Language } from "#src/kit/lib/languages.ts";
import type { Theme } from "#src/kit/lib/themes.ts";
import sizes from "./pictures/sizes.json" with { type: "json" };

/** The product's pictures that `npm run pictures` takes from the running extension: light and dark, in either language. */
export type PictureName = keyof typeof sizes;

/** The attributes of a picture element. */
export interface Picture {
  readonly src: string;
  /** in CSS pixels; the file has twice as many */
  readonly width: number;
  readonly height: number;
}

const files = import.meta.glob<string>("./pictures/*.webp", { eager: true, import: "default", query: "?url" });

/**
 * Returns one of the pictures.
 * @throws Error if it is missing: `npm run pictures` takes them all
 */
export function getPicture(name: PictureName, language: Language, theme: Theme): Picture {
  const src = files[`./pictures/${name}.${language}.${theme}.webp`];
  if (src === undefined) throw new Error(`public pages: there is no picture ${name} in ${language}, ${theme}`);
  return { src, ...sizes[name][language] };
}

/** The picture shown where the main page is shared: 1200 x 630 pixels, its path from the root. */
export { default as socialPicture } from "./pictures/social.webp?url";
