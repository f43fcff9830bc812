import { isUuid } from "#src/lib/uuid.ts";

/** What of the receipts is in sight. */
export type ReceiptPlace =
  | { readonly kind: "list" }
  /** `sku`: of the first line, with its owner where staff write it */
  | { readonly kind: "new"; readonly sku?: string; readonly ownerUuid?: string }
  | { readonly kind: "shown"; readonly uuid: string }
  | { readonly kind: "edited"; readonly uuid: string };

/** What an address shows: `?receipt=<uuid>`, `?receipt=<uuid>&edit=1`, `?receipt=new`, `?receipt=new&sku=<sku>&owner=<uuid>`; the list for anything else. */
export function addressed(search: { receipt?: unknown; edit?: unknown; sku?: unknown; owner?: unknown }): ReceiptPlace {
  const { receipt, edit, sku, owner } = search;
  if (receipt === "new") {
    if (typeof sku !== "string" && typeof sku !== "number") return { kind: "new" };
    return { kind: "new", sku: String(sku), ...(isUuid(owner) ? { ownerUuid: owner } : {}) };
  }
  if (!isUuid(receipt)) return { kind: "list" };
  return { kind: edit === undefined ? "shown" : "edited", uuid: receipt };
}
