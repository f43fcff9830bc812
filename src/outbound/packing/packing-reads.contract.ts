import { findToPack, getPacking, listToPack, listToWeigh } from "./packing.contract.ts";

/** The calls that read orders to pack and parcels: refreshed together after a change. */
export const packingReads = [listToPack, listToWeigh, findToPack, getPacking] as const;
