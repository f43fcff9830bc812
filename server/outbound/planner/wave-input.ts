/** A location as the planner needs it, with the names of `src/warehouse/warehouses`. */
export interface PlannedLocation {
  readonly location_uuid: string;
  /** null for a floor location */
  readonly shelf_uuid: string | null;
  readonly x_mm: number;
  readonly y_mm: number;
  readonly pick_sequence: number;
}

/** A shelf on the warehouse's map. Its front runs along x, or along y if it is turned. */
export interface PlannedShelf {
  readonly shelf_uuid: string;
  readonly x_mm: number;
  readonly y_mm: number;
  readonly width_mm: number;
  readonly depth_mm: number;
  readonly is_turned: boolean;
}

/** A warehouse's places. Give all its shelves and locations, not only those of the wave: aisles are found between them. */
export interface PlannedWarehouse {
  readonly shelves: readonly PlannedShelf[];
  readonly locations: readonly PlannedLocation[];
  /** where tours begin and end, as the packing location; null for the front end of the first aisle */
  readonly depot: { readonly x_mm: number; readonly y_mm: number } | null;
}

/** An order of a wave, with the locations that its pieces are picked from. */
export interface PlannedOrder {
  readonly order_uuid: string;
  readonly lines: readonly { readonly location_uuid: string; readonly pieces: number }[];
  /** null if unknown; counts as nothing then */
  readonly weight_grams: number | null;
  readonly volume_ml: number | null;
}

/** What a cart carries on one tour; null where there is no limit. */
export interface Cart {
  readonly orders: number | null;
  readonly pieces: number | null;
  readonly weight_grams: number | null;
  readonly volume_ml: number | null;
}

/** The orders of a wave, to be picked in tours. */
export interface WavePlanInput {
  readonly warehouse: PlannedWarehouse;
  readonly orders: readonly PlannedOrder[];
  readonly cart: Cart;
  /** the same seed gives the same plan for the same number of steps */
  readonly seed?: number;
}

/** A tour of a wave. */
export interface PlannedTour {
  readonly order_uuids: readonly string[];
  /** in walking order, each once */
  readonly location_uuids: readonly string[];
  readonly walking_metres: number;
  readonly pieces: number;
  readonly weight_grams: number;
  /** it carries more than the cart: one order that exceeds it by itself */
  readonly exceeds_cart: boolean;
}

/** What a plan comes to. */
export interface WaveFigures {
  readonly orders: number;
  readonly pieces: number;
  readonly tours: number;
  /** aisles with a stop of the wave */
  readonly aisles: number;
  readonly walking_metres: number;
  /** walking if each order were picked alone, by its shortest tour */
  readonly metres_alone: number;
  readonly metres_saved: number;
  /** slots of the sort wall: orders of more than one piece; a single piece is packed at once */
  readonly wall_slots: number;
  readonly weight_grams: number;
  /** orders whose weight is unknown and missing in `weight_grams` */
  readonly orders_without_weight: number;
}

export interface WavePlan {
  readonly tours: readonly PlannedTour[];
  readonly figures: WaveFigures;
  /** whether distances are those of the map, or estimated from the walking order because locations have no place on the map */
  readonly basis: "map" | "walking_order";
}

/** A pool of orders from which the next wave is chosen. */
export interface WavePoolInput {
  readonly orders: readonly {
    readonly order_uuid: string;
    readonly lines: readonly { readonly variant_uuid: string; readonly pieces: number }[];
  }[];
  /** what may be picked: pieces of a variant in an aisle, or in any other area that is visited as a whole */
  readonly stock: readonly { readonly aisle: string; readonly variant_uuid: string; readonly pieces: number }[];
  readonly least_pieces: number;
  readonly most_pieces: number;
  readonly seed?: number;
}

/** The orders chosen for a wave, and the aisles that have all their pieces. */
export interface WaveChoice {
  readonly order_uuids: readonly string[];
  readonly aisles: readonly string[];
  readonly pieces: number;
  readonly pieces_per_aisle: number;
}
