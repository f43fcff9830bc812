import type { Language } from "#src/kit/lib/languages.ts";
import { themes } from "#src/kit/lib/themes.ts";
import type { PictureName } from "./pictures.ts";
import { getPicture } from "./pictures.ts";

interface ThemedPictureProps {
  readonly name: PictureName;
  readonly language: Language;
  readonly alt: string;
  /** the first of a page loads eagerly, the others lazily */
  readonly isFirst?: boolean;
}

/** A picture of the product in the page's theme: both are rendered, CSS shows one, and the browser loads the other on a switch. */
export function ThemedPicture({ name, language, alt, isFirst = false }: ThemedPictureProps) {
  return themes.map((theme, place) => {
    const { src, width, height } = getPicture(name, language, theme);
    return (
      <img
        key={theme}
        className={`shot shot-${theme}`}
        src={src}
        width={width}
        height={height}
        alt={alt}
        decoding="async"
        // Most visitors see the light version of the first one; a hidden lazy picture is not loaded.
        {...(isFirst && place === 0 ? { fetchPriority: "high" as const } : { loading: "lazy" as const })}
      />
    );
  });
}
