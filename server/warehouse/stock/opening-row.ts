import type { Condition } from "#src/warehouse/stock/stock.rules.ts";

/** Pieces that are in a location when a warehouse begins. */
export interface OpeningRow {
  readonly variant_uuid: string;
  readonly owner_uuid: string;
  readonly warehouse_uuid: string;
  readonly location_uuid: string;
  readonly lot: string;
  readonly condition: Condition;
  readonly quantity: number;
}
