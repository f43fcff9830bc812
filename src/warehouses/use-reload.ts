import { useReloadOf } from "#src/api/use-reload.ts";

const slice = ["warehouses."];

/** Asks again for whatever of the warehouses is shown. */
export const useReload = () => useReloadOf(slice);
