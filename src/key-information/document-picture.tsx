import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useCaller } from "#src/api/caller.tsx";
import { queryKeyOf } from "#src/api/query.ts";
import { getFile } from "#src/files/files.contract.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";

/** The address of bytes in this browser, for as long as the component is drawn; null until it is made. */
function useBlobUrl(blob: globalThis.Blob | undefined): string | null {
  const [made, setMade] = useState<{ blob: globalThis.Blob; url: string } | null>(null);
  useEffect(() => {
    if (blob === undefined) return;
    const url = URL.createObjectURL(blob);
    // The address is the browser's, and is given back when it is not needed any more.
    const shown = requestAnimationFrame(() => setMade({ blob, url }));
    return () => {
      cancelAnimationFrame(shown);
      URL.revokeObjectURL(url);
    };
  }, [blob]);
  return made !== null && made.blob === blob ? made.url : null;
}

/** A picture of a paper, by its opaque name; opened whole in a tab of its own. @param text what it shows */
export function DocumentPicture({ filename, text }: { filename: string; text: string }) {
  const { t } = useTranslation();
  const { client, scope } = useCaller();
  const { data, isError } = useQuery({
    queryKey: queryKeyOf(scope, getFile, { filename }),
    queryFn: async ({ signal }) => (await client.file(getFile, { filename }, { signal, isQuiet: true })).blob,
    staleTime: Infinity,
    gcTime: 60_000,
  });
  const url = useBlobUrl(data);
  if (isError) return <span className="key-picture quiet small">{t("keyInformation.authentications.documentMissing")}</span>;
  if (url === null) return <span className="key-picture" />;
  return (
    <a className="key-picture" href={url} target="_blank" rel="noreferrer" title={text}>
      <img src={url} alt={text} />
    </a>
  );
}
