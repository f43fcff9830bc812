import { z } from "zod";
import { searchParam } from "#src/kit/api/search-param.ts";
import { isUuid } from "#src/kit/lib/uuid.ts";

/** The tabs of a receipt's page. */
export const receiptTabs = ["lines", "inspection", "unqualified", "putaway", "photos", "events"] as const;

/** The search parameters of the receipts. */
export const receiptsSearch = z.object({
  receipt: searchParam.text,
  edit: searchParam.text,
  sku: searchParam.text,
  owner: searchParam.uuid,
  part: searchParam.oneOf(receiptTabs),
  to_do: searchParam.text,
});

/** The view of the receipts page. */
export type ReceiptView =
  | { readonly kind: "list" }
  /** `sku` prefills the first line; staff also name its owner */
  | { readonly kind: "new"; readonly sku?: string; readonly ownerUuid?: string }
  | { readonly kind: "shown"; readonly uuid: string }
  | { readonly kind: "edited"; readonly uuid: string };

/**
 * Parses the address: `?receipt=<uuid>`, `?receipt=<uuid>&edit=1`, `?receipt=new`, `?receipt=new&sku=<sku>&owner=<uuid>`; the list for anything else.
 */
export function parseReceiptView(search: { receipt?: unknown; edit?: unknown; sku?: unknown; owner?: unknown }): ReceiptView {
  const { receipt, edit, sku, owner } = search;
  if (receipt === "new") {
    if (typeof sku !== "string" && typeof sku !== "number") return { kind: "new" };
    return { kind: "new", sku: String(sku), ...(isUuid(owner) ? { ownerUuid: owner } : {}) };
  }
  if (!isUuid(receipt)) return { kind: "list" };
  return { kind: edit === undefined ? "shown" : "edited", uuid: receipt };
}
