import type { Area } from "#src/kit/api/roles-and-permissions.ts";

/** Which charges to show: those of a receipt or a shipment, or those that include a stock movement. */
export type ChargesAbout = { readonly source: string } | { readonly movement: string };

/** A path of the application with its search parameters. */
export interface ChargesRoute {
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
}

/**
 * Returns where the charges of something are shown.
 * @param retailerUuid the charged retailer
 */
export function getChargesRoute(area: Area, retailerUuid: string, about: ChargesAbout): ChargesRoute {
  return area === "ds"
    ? { to: "/ds/wallet", search: { tab: "charges", ...about } }
    : { to: "/p/customer", search: { customer: retailerUuid, tab: "charges", ...about } };
}

/** The `source_type`s of stock movements for work that can have a price. */
const charged: ReadonlySet<string> = new Set(["receipt", "receipt-undo", "putaway", "putaway-undo", "decision", "shipment"]);

/**
 * Checks whether a stock movement can be part of a charge.
 * @param providerUuid the provider's own goods are not charged
 */
export function canBeCharged(
  { source_type, owner_uuid }: { readonly source_type: string; readonly owner_uuid: string },
  providerUuid: string | null,
): boolean {
  return charged.has(source_type) && owner_uuid !== providerUuid;
}
