import type { Language, Theme } from "#src/lib/look.ts";
import sizes from "./pictures/sizes.json" with { type: "json" };

/** The pictures of the product that `npm run pictures` takes from the running extension: of each a light and a dark one, in either language. */
export type PictureName = keyof typeof sizes;

/** A picture as an element shows it. */
export interface Picture {
  readonly src: string;
  /** in CSS pixels; the file has twice as many */
  readonly width: number;
  readonly height: number;
}

const files = import.meta.glob<string>("./pictures/*.webp", { eager: true, import: "default", query: "?url" });

/**
 * One of the pictures.
 * @throws Error where it has not been taken: `npm run pictures` takes them all
 */
export function pictureOf(name: PictureName, language: Language, theme: Theme): Picture {
  const src = files[`./pictures/${name}.${language}.${theme}.webp`];
  if (src === undefined) throw new Error(`public pages: there is no picture ${name} in ${language}, ${theme}`);
  return { src, ...sizes[name][language] };
}

/** What stands for the main page where somebody shares its address: 1200 x 630 pixels, its address from the root. */
export { default as socialPicture } from "./pictures/social.webp?url";
