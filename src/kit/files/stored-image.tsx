import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { useBlobUrl } from "./use-blob-url.ts";
import { useStoredFile } from "./use-stored-file.ts";

/** A stored image by its opaque name. */
export function StoredImage({ filename, alt }: { filename: string; alt: string }) {
  const { t } = useTranslation();
  const { data, isError } = useStoredFile(filename);
  const url = useBlobUrl(data ?? null);
  if (isError) return <span>{t("files.images.unread")}</span>;
  return url === null ? null : <img src={url} alt={alt} />;
}
