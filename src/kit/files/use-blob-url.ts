import { useMemo, useSyncExternalStore } from "react";

/** An address for a file that lives as long as somebody looks at it. */
function buildAddress(blob: Blob | null) {
  let url: string | null = null;
  return {
    read: () => url,
    subscribe: () => {
      url = blob === null ? null : URL.createObjectURL(blob);
      return () => {
        if (url !== null) URL.revokeObjectURL(url);
        url = null;
      };
    },
  };
}

/** An address under which the page can show a file, as long as it is shown; null for none. */
export function useBlobUrl(blob: Blob | null): string | null {
  const { subscribe, read } = useMemo(() => buildAddress(blob), [blob]);
  return useSyncExternalStore(subscribe, read);
}
