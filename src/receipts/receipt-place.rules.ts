import { isUuid } from "#src/lib/uuid.ts";

/** What of the receipts is in sight. */
export type ReceiptPlace =
  | { readonly kind: "list" }
  | { readonly kind: "new" }
  | { readonly kind: "shown" | "edited"; readonly uuid: string };

/** What an address shows: `?receipt=<uuid>`, `?receipt=<uuid>&edit=1`, `?receipt=new`; the list for anything else. */
export function addressed(search: { receipt?: unknown; edit?: unknown }): ReceiptPlace {
  const { receipt, edit } = search;
  if (receipt === "new") return { kind: "new" };
  if (!isUuid(receipt)) return { kind: "list" };
  return { kind: edit === undefined ? "shown" : "edited", uuid: receipt };
}
