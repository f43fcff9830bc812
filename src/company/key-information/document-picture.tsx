import { useQuery } from "@tanstack/react-query";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { buildQueryKey } from "#src/kit/api/query.ts";
import { getFile } from "#src/kit/files/files.contract.ts";
import { useBlobUrl } from "#src/kit/files/use-blob-url.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";

/**
 * A picture of a document, by its opaque name; opens in full in a new tab.
 * @param text what it shows
 */
export function DocumentPicture({ filename, text }: { filename: string; text: string }) {
  const { t } = useTranslation();
  const { client, scope } = useCaller();
  const { data, isError } = useQuery({
    queryKey: buildQueryKey(scope, getFile, { filename }),
    queryFn: async ({ signal }) => (await client.file(getFile, { filename }, { signal, isQuiet: true })).blob,
    staleTime: Infinity,
    gcTime: 60_000,
  });
  const url = useBlobUrl(data ?? null);
  if (isError) return <span className="key-picture quiet small">{t("keyInformation.authentications.documentMissing")}</span>;
  if (url === null) return <span className="key-picture" />;
  return (
    <a className="key-picture" href={url} target="_blank" rel="noreferrer" title={text}>
      <img src={url} alt={text} />
    </a>
  );
}
