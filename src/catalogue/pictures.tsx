import { StoredImage } from "#src/files/stored-image.tsx";
import { useTranslation } from "#src/i18n/shown.store.ts";

/** What a small picture takes of a row beside the title: itself and the gap. */
export const pictureBesidePx = 40;

/** The main picture of an item, small, before its title in a row; the place is kept where there is none. */
export function Titled({ title, images }: { title: string; images: readonly string[] }) {
  return (
    <span className="catalogue-titled">
      <Thumb images={images} />
      <span>{title}</span>
    </span>
  );
}

/** The main picture of an item as small as a row. */
export function Thumb({ images: [main] }: { images: readonly string[] }) {
  return <span className="catalogue-thumb">{main !== undefined && <StoredImage key={main} filename={main} alt="" />}</span>;
}

/** The pictures of an item side by side, each in a place of its own that is there before it comes. */
export function Pictures({ title, images }: { title: string; images: readonly string[] }) {
  const { t } = useTranslation();
  if (images.length === 0) return null;
  return (
    <ul className="catalogue-pictures">
      {images.map((filename, place) => (
        <li key={filename} className="catalogue-picture">
          <StoredImage filename={filename} alt={t("catalogue.picture", { title, number: place + 1 })} />
        </li>
      ))}
    </ul>
  );
}
