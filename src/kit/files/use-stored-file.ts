import type { UseQueryResult } from "@tanstack/react-query";
import { useQuery } from "@tanstack/react-query";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { buildQueryKey } from "#src/kit/api/query.ts";
import { getFile } from "./files.contract.ts";

/**
 * Reads a stored file by its opaque name, with the caller's tokens, which the address of an <img> could not carry. A file never changes under its name, so
 * everything on a page that shows it shares one request.
 */
export function useStoredFile(filename: string): UseQueryResult<Blob> {
  const { client, scope } = useCaller();
  return useQuery({
    queryKey: buildQueryKey(scope, getFile, { filename }),
    queryFn: async ({ signal }) => (await client.file(getFile, { filename }, { signal, isQuiet: true })).blob,
    staleTime: Infinity,
    gcTime: 60_000,
    // One that could not be read without network is read once there is one.
    refetchOnReconnect: ({ state }) => (state.status === "error" ? "always" : false),
  });
}
