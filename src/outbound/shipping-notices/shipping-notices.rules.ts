import type { ParcelStatus } from "#src/outbound/packing/packing.rules.ts";

/** Where a box of a shipment is, for the load plan: `ready` is weighed and has an issued waybill, `loaded` is in a bag, on a pallet or in a truck. */
export const loadStates = ["open", "ready", "loaded", "shipped"] as const;
export type LoadState = (typeof loadStates)[number];

/** Upper limits: notices of one plan, rows of an export by format. */
export const mostPlanned = 500;
export const mostExported = { xlsx: 200_000, pdf: 20_000 } as const;
export const exportFormats = ["xlsx", "pdf"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Why nothing is listed of a period; null if something is: its days are in order. */
export function getPeriodRefusal({ shipped_from, shipped_to }: { readonly shipped_from: string; readonly shipped_to: string }) {
  return shipped_to < shipped_from ? "reports.daysTurned" : null;
}

/** What a box weighs and measures; null where it is not known. */
export interface BoxFigures {
  readonly measured_grams: number | null;
  readonly expected_grams: number | null;
  readonly length_mm: number | null;
  readonly width_mm: number | null;
  readonly height_mm: number | null;
  readonly piece_count: number;
}

/** Returns where a box is. */
export function getLoadState(status: ParcelStatus, hasIssuedWaybill: boolean): LoadState {
  if (status === "handed_over") return "shipped";
  if (status === "bagged") return "loaded";
  return status === "weighed" && hasIssuedWaybill ? "ready" : "open";
}

/** Returns a box's weight: as measured, else as expected; null if neither is known. */
export function getGrams({ measured_grams, expected_grams }: Pick<BoxFigures, "measured_grams" | "expected_grams">): number | null {
  return measured_grams ?? expected_grams;
}

/** Returns a box's volume in cm³; null if it was not measured. */
export function getVolume({ length_mm, width_mm, height_mm }: Pick<BoxFigures, "length_mm" | "width_mm" | "height_mm">): number | null {
  return length_mm === null || width_mm === null || height_mm === null ? null : (length_mm * width_mm * height_mm) / 1000;
}

/** Adds up boxes. What is not known of a box is not in the sum: `unweighed` and `unmeasured` count such boxes. */
export function sumBoxes(boxes: readonly BoxFigures[]) {
  const [grams, volumes] = [boxes.map(getGrams), boxes.map(getVolume)];
  const sum = (numbers: readonly (number | null)[]) => numbers.reduce<number>((all, one) => all + (one ?? 0), 0);
  return {
    boxes: boxes.length,
    pieces: sum(boxes.map(({ piece_count }) => piece_count)),
    grams: sum(grams),
    unweighed: grams.filter((one) => one === null).length,
    volume_cm3: Math.round(sum(volumes)),
    unmeasured: volumes.filter((one) => one === null).length,
  };
}
