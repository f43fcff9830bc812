import { StoredImage } from "#src/files/stored-image.tsx";
import { useTranslation } from "#src/i18n/shown.store.ts";

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
