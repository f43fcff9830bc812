import type { Bench } from "./bench.ts";
import { scans } from "./handover-scans.ts";
import { waybills } from "./handover-waybills.ts";

/** The stations at full speed, and what leaves the house. */
export const handoverBenches: readonly Bench[] = [scans, waybills];
