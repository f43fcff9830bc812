import { defineActions } from "#src/kit/ui/action/action.ts";
import { exportShipped, printBoxLabels, printLoadPlan, printPackingList } from "./shipping-notices.contract.ts";

/** What can be done with shipping notices besides packing them. */
export const shippingNoticeActions = defineActions({
  packingList: { calls: [printPackingList] },
  boxLabels: { calls: [printBoxLabels] },
  loadPlan: { calls: [printLoadPlan] },
  exportShipped: { calls: [exportShipped] },
});
