import { useEffect, useState } from "react";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { getFile } from "./files.contract.ts";
import { useBlobUrl } from "./use-blob-url.ts";

/** A stored image by its opaque name. Fetched with the caller's tokens, which the address of an <img> could not carry. */
export function StoredImage({ filename, alt }: { filename: string; alt: string }) {
  const { t } = useTranslation();
  const { client } = useCaller();
  const [blob, setBlob] = useState<Blob | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const url = useBlobUrl(blob);
  useEffect(() => {
    const control = new AbortController();
    const read = async () => {
      try {
        const answer = await client.file(getFile, { filename }, { signal: control.signal, isQuiet: true });
        setBlob(answer.blob);
      } catch {
        if (!control.signal.aborted) setFailed(true);
      }
    };
    void read();
    return () => control.abort();
  }, [client, filename]);
  if (hasFailed) return <span>{t("files.images.unread")}</span>;
  return url === null ? null : <img src={url} alt={alt} />;
}
