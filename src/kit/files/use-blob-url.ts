import { useMemo, useSyncExternalStore } from "react";

/** Creates an object URL at the first subscription and revokes it at the last unsubscription. */
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

/** Returns an object URL that is valid while the component is mounted; null for no blob. */
export function useBlobUrl(blob: Blob | null): string | null {
  const { subscribe, read } = useMemo(() => buildAddress(blob), [blob]);
  return useSyncExternalStore(subscribe, read);
}
