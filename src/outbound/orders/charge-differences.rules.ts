import type { ChargeDifference, Estimate } from "./orders.contract.ts";

/** A parcel as it was packed and shipped. */
export interface PackedParcel {
  /** empty: in its own packaging */
  readonly box_name: string;
  /** measured, else expected; null if neither is known */
  readonly weight_grams: number | null;
  /** of its waybill; empty without one */
  readonly channel_name: string;
  readonly consumables: number;
}

/** What happened to an order after it was estimated. */
export interface PackedOrder {
  /** the channel that it was estimated for; empty without one */
  readonly channel_name: string;
  readonly parcels: readonly PackedParcel[];
  readonly labels: number;
  /** of all parcels that were handed over, in hundredths; null if one has no price, or none was handed over */
  readonly freight_cents: number | null;
}

/** The names in their order; what has none is left out. */
const joinSorted = (names: readonly string[]): string =>
  names
    .filter((name) => name !== "")
    .toSorted((one, other) => one.localeCompare(other))
    .join(", ");

/**
 * Lists why an order costs something else than was estimated. A weight is a reason only if shipping has another price: no two scales agree to the gram.
 * @returns the reasons, each with what was estimated and what happened; nothing before the order is packed
 */
export function listChargeDifferences({ parcels: expected, parts }: Estimate, packed: PackedOrder): ChargeDifference[] {
  const { parcels, labels, freight_cents, channel_name } = packed;
  if (expected.length === 0 || parcels.length === 0) return [];
  const differences: ChargeDifference[] = [];
  const compare = (kind: ChargeDifference["kind"], one: string | number, other: string | number): void => {
    if (one !== other) differences.push({ kind, expected: String(one), actual: String(other) });
  };
  compare("parcels", expected.length, parcels.length);
  compare("box", joinSorted(expected.map(({ box_name }) => box_name)), joinSorted(parcels.map(({ box_name }) => box_name)));
  compare(
    "consumables",
    0,
    parcels.reduce((sum, { consumables }) => sum + consumables, 0),
  );
  compare("labels", parcels.length, Math.max(labels, parcels.length));
  const sentBy = joinSorted([...new Set(parcels.map((parcel) => parcel.channel_name))]);
  if (sentBy !== "") compare("channel", channel_name, sentBy);
  const freight = parts.find(({ event }) => event === "shipping_parcel")?.amount_cents ?? null;
  if (freight !== null && freight_cents !== null && freight !== freight_cents)
    compare(
      "weight",
      expected.reduce((sum, { weight_grams }) => sum + weight_grams, 0),
      parcels.reduce((sum, { weight_grams }) => sum + (weight_grams ?? 0), 0),
    );
  return differences;
}
