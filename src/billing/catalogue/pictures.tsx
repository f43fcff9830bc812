import { StoredImage } from "#src/kit/files/stored-image.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";

/** The pictures of an item side by side, each in a space reserved before it loads. */
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
