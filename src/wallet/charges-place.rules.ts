import type { Area } from "#src/api/actors.ts";

/** What charges are looked for: those of a receipt or a shipment, or those that a movement of stock counts in. */
export type ChargesAbout = { readonly source: string } | { readonly movement: string };

/** Where charges of something are shown. @param retailerUuid whose they are */
export function chargesPlace(area: Area, retailerUuid: string, about: ChargesAbout): { to: string; search: Record<string, string> } {
  return area === "ds"
    ? { to: "/ds/wallet", search: { tab: "charges", ...about } }
    : { to: "/p/customer", search: { customer: retailerUuid, tab: "charges", ...about } };
}

/** Movements of the ledger that are done for something with a price, by their `source_type`. */
const charged: ReadonlySet<string> = new Set(["receipt", "receipt-undo", "putaway", "putaway-undo", "decision", "shipment"]);

/** Whether a movement of the ledger can count in a charge. @param providerUuid nobody is charged for the provider's own goods */
export function canBeCharged(
  { source_type, owner_uuid }: { readonly source_type: string; readonly owner_uuid: string },
  providerUuid: string | null,
): boolean {
  return charged.has(source_type) && owner_uuid !== providerUuid;
}
