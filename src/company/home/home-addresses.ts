import type { CallAddress } from "#src/kit/api/address.ts";

/** The address of the to-dos: the single source for contract and shell, which calls it on every page without loading a schema. */
export const homeAddresses = {
  listToDos: { name: "home.list-to-dos", method: "GET", path: "/api/home/list-to-dos" },
} as const satisfies Record<string, CallAddress>;
