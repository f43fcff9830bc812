import { useBlobUrl } from "#src/kit/files/use-blob-url.ts";
import { useStoredFile } from "#src/kit/files/use-stored-file.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";

/**
 * A picture of a document, by its opaque name; opens in full in a new tab.
 * @param text what it shows
 */
export function DocumentPicture({ filename, text }: { filename: string; text: string }) {
  const { t } = useTranslation();
  const { data, isError } = useStoredFile(filename);
  const url = useBlobUrl(data ?? null);
  if (isError) return <span className="key-picture quiet small">{t("keyInformation.authentications.documentMissing")}</span>;
  if (url === null) return <span className="key-picture" />;
  return (
    <a className="key-picture" href={url} target="_blank" rel="noreferrer" title={text}>
      <img src={url} alt={text} />
    </a>
  );
}
