import { defineActions } from "#src/kit/ui/action/action.ts";
import type { Obstacle } from "#src/kit/ui/action/action.ts";
import { enterBoxNumbers, exportShipped, printBoxLabels, printLoadPlan, printPackingList } from "./shipping-notices.contract.ts";
import type { NoticeBox } from "./shipping-notices.contract.ts";

/** Without a box that waits for a number there is nothing to enter: the button is not there. */
function checkNumbers({ boxes }: { readonly boxes: readonly Pick<NoticeBox, "takes_number">[] }): Obstacle | null {
  return boxes.some(({ takes_number }) => takes_number) ? null : { code: "waybills.wrongState", isHidden: true };
}

/** What can be done with shipping notices besides packing them. */
export const shippingNoticeActions = defineActions({
  packingList: { calls: [printPackingList] },
  boxLabels: { calls: [printBoxLabels] },
  enterNumbers: { calls: [enterBoxNumbers], check: checkNumbers },
  loadPlan: { calls: [printLoadPlan] },
  exportShipped: { calls: [exportShipped] },
});
