import type { RefusalName } from "#src/kit/api/codes.ts";
import type { Obstacle } from "#src/kit/ui/action/action.ts";
import { defineActions } from "#src/kit/ui/action/action.ts";
import { deleteShippingStatus } from "#src/outbound/orders/order-batches.contract.ts";
import { discardImport, postImport, uploadImport } from "#src/warehouse/imports/imports.contract.ts";
import {
  enterWaybill,
  printWaybills,
  recordTracks,
  relabelWaybills,
  requestWaybills,
  retryWaybills,
  voidWaybills,
} from "./waybills.contract.ts";
import type { OrderWaybill, ParcelWithout, WaybillRow } from "./waybills.contract.ts";
import {
  getEnterRefusal,
  getPrintRefusal,
  getRecordTrackRefusal,
  getRequestRefusal,
  getRetryRefusal,
  getTakeBackRefusal,
  getVoidRefusal,
} from "./waybills.rules.ts";
import type { ParcelState } from "./waybills.rules.ts";

function toObstacle(code: RefusalName | null): Obstacle | null {
  return code === null ? null : { code };
}

/** A waybill that gets its number from a carrier has none to enter: the button is hidden. */
function checkEnter(waybill: WaybillRow): Obstacle | null {
  const code = getEnterRefusal(waybill);
  return code === null ? null : { code, isHidden: true };
}

/** A parcel with a waybill needs none: the button is not there. */
function checkRequest(parcel: ParcelState): Obstacle | null {
  const code = getRequestRefusal(parcel);
  return code === "waybills.requestedAlready" ? { code, isHidden: true } : toObstacle(code);
}

/** Only a wrong status can be taken back: the button is not there otherwise. */
function checkTakeBack(waybill: OrderWaybill): Obstacle | null {
  const code = getTakeBackRefusal(waybill);
  return code === null ? null : { code, isHidden: true };
}

/** A carrier that reports leaves nothing to record: the button is hidden. */
function checkRecord(waybill: WaybillRow): Obstacle | null {
  const code = getRecordTrackRefusal(waybill);
  return code === null ? null : { code, ...(code === "waybills.trackedByCarrier" ? { isHidden: true as const } : {}) };
}

/** What can be done with waybills. A reprint asks for its reason before it is sent. */
export const waybillActions = defineActions({
  request: { calls: [requestWaybills], check: checkRequest },
  requestFirst: {
    calls: [requestWaybills],
    check: ({ channel_uuid }: Pick<ParcelWithout, "channel_uuid">) => toObstacle(channel_uuid === null ? "waybills.noChannel" : null),
  },
  print: { calls: [printWaybills], check: (waybill: WaybillRow) => toObstacle(getPrintRefusal(waybill)) },
  retry: { calls: [retryWaybills], check: (waybill: WaybillRow) => toObstacle(getRetryRefusal(waybill)) },
  enter: { calls: [enterWaybill], check: checkEnter },
  track: { calls: [recordTracks], check: checkRecord },
  upload: { calls: [uploadImport, postImport, discardImport, recordTracks] },
  relabel: { calls: [relabelWaybills], check: (waybill: WaybillRow) => toObstacle(getVoidRefusal(waybill)) },
  takeBackStatus: { calls: [deleteShippingStatus], check: checkTakeBack },
  void: { calls: [voidWaybills], check: (waybill: WaybillRow) => toObstacle(getVoidRefusal(waybill)) },
});
