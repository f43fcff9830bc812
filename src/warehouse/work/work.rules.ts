/** The kinds of recorded work, as in the constraint `work_entry_kind_known`: the events of charges for orders and returns. */
export const workKinds = [
  "picking_order",
  "picking_piece",
  "packing_parcel",
  "box_piece",
  "consumable_piece",
  "label_parcel",
  "weighing_parcel",
  "bagging_parcel",
  "shipping_parcel",
  "goods_piece",
  "customer_return_piece",
  "restocking_piece",
] as const;
export type WorkKind = (typeof workKinds)[number];

/** Kinds with a price that is agreed elsewhere and recorded with the work. They are owed once recorded, and never taken back. */
export const agreedKinds = ["shipping_parcel", "goods_piece"] as const satisfies readonly WorkKind[];
