import type { Language } from "#src/lib/look.ts";
import { themes } from "#src/lib/look.ts";
import type { PictureName } from "./pictures.ts";
import { pictureOf } from "./pictures.ts";

interface ThemedPictureProps {
  readonly name: PictureName;
  readonly language: Language;
  readonly alt: string;
  /** the first of a page is fetched at once, the others when they come near */
  readonly isFirst?: boolean;
}

/** A picture of the product in the page's theme: of the two that are drawn, the styles show one, and the browser fetches the other on a switch. */
export function ThemedPicture({ name, language, alt, isFirst = false }: ThemedPictureProps) {
  return themes.map((theme, place) => {
    const { src, width, height } = pictureOf(name, language, theme);
    return (
      <img
        key={theme}
        className={`shot shot-${theme}`}
        src={src}
        width={width}
        height={height}
        alt={alt}
        decoding="async"
        // The light one of the first is what most see first; a picture that is not shown is not fetched where it is lazy.
        {...(isFirst && place === 0 ? { fetchPriority: "high" as const } : { loading: "lazy" as const })}
      />
    );
  });
}
