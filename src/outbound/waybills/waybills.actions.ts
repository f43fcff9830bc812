import type { RefusalName } from "#src/kit/api/codes.ts";
import type { Obstacle } from "#src/kit/ui/action/action.ts";
import { defineActions } from "#src/kit/ui/action/action.ts";
import { enterWaybill, printWaybills, relabelWaybills, retryWaybills, voidWaybills } from "./waybills.contract.ts";
import type { WaybillRow } from "./waybills.contract.ts";
import { getEnterRefusal, getPrintRefusal, getRetryRefusal, getVoidRefusal } from "./waybills.rules.ts";

function toObstacle(code: RefusalName | null): Obstacle | null {
  return code === null ? null : { code };
}

/** A waybill that gets its number from a carrier has none to enter: the button is hidden. */
function checkEnter(waybill: WaybillRow): Obstacle | null {
  const code = getEnterRefusal(waybill);
  return code === null ? null : { code, isHidden: true };
}

/** What can be done with waybills. A reprint asks for its reason before it is sent. */
export const waybillActions = defineActions({
  print: { calls: [printWaybills], check: (waybill: WaybillRow) => toObstacle(getPrintRefusal(waybill)) },
  retry: { calls: [retryWaybills], check: (waybill: WaybillRow) => toObstacle(getRetryRefusal(waybill)) },
  enter: { calls: [enterWaybill], check: checkEnter },
  relabel: { calls: [relabelWaybills], check: (waybill: WaybillRow) => toObstacle(getVoidRefusal(waybill)) },
  void: { calls: [voidWaybills], check: (waybill: WaybillRow) => toObstacle(getVoidRefusal(waybill)) },
});
