import { getBoxes, getLoadPlan } from "./shipping-notices.contract.ts";

/** The calls that read boxes of shipping notices: refreshed together after a change. */
export const shippingNoticesReads = [getBoxes, getLoadPlan] as const;
