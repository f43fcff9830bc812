import type { Area } from "#src/kit/api/roles-and-permissions.ts";
import type { MovementRow } from "#src/warehouse/stock/stock.contract.ts";

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

/** Returns the retailer that a stock movement is charged to: the one that it was shipped for, otherwise the owner, which may be the provider. */
export function getChargedOwner({ owner_uuid, for_retailer_uuid }: Pick<MovementRow, "owner_uuid" | "for_retailer_uuid">): string {
  return for_retailer_uuid ?? owner_uuid;
}

/**
 * Checks whether a stock movement can be part of a charge.
 * @param providerUuid work on the provider's own goods is not charged, unless they were shipped for a retailer
 */
export function canBeCharged(
  movement: Pick<MovementRow, "source_type" | "owner_uuid" | "for_retailer_uuid">,
  providerUuid: string | null,
): boolean {
  return charged.has(movement.source_type) && getChargedOwner(movement) !== providerUuid;
}
