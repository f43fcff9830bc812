import type { CallAddress } from "#src/api/address.ts";

/** Where a person's to-dos are asked for: the one truth of contract and shell, which asks on every page and loads no schema for it. */
export const homeAddresses = {
  listToDos: { name: "home.list-to-dos", method: "GET", path: "/api/home/list-to-dos" },
} as const satisfies Record<string, CallAddress>;
