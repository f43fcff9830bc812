import type { ToDoAmount, ToDoSource } from "./company/home/home.routes.ts";
import { getOwner, readProgress } from "./company/key-information/key-information.queries.ts";
import { readBalance } from "./billing/wallet/accounts.queries.ts";
import { retrieveKeyInformation, updateCompany } from "#src/company/key-information/key-information.contract.ts";
import type { Figure } from "#src/company/home/figures.rules.ts";
import type { ToDoKind } from "#src/company/home/to-dos.rules.ts";
import { addStorage, confirmReceipt, decideUnqualified, listReceipts, submitReceipt } from "#src/warehouse/receipts/receipts.contract.ts";
import { inspect, listPutaway, putAway } from "#src/warehouse/receipts/receiving.contract.ts";
import { listStock } from "#src/warehouse/stock/stock.contract.ts";
import { approveStocktake, countStock, listStocktakes, recountStocktake, startStocktake } from "#src/warehouse/stock/stocktake.contract.ts";
import { confirmTopUpRequest, listTopUpRequests, requestTopUp } from "#src/billing/wallet/top-up-requests.contract.ts";
import { getWallet } from "#src/billing/wallet/wallet.contract.ts";
import { answerException, listExceptions, resolveException } from "#src/outbound/exceptions/exceptions.contract.ts";
import {
  allocateOrders,
  cancelOrders,
  confirmOrders,
  prioritizeOrders,
  releaseHolds,
  submitOrders,
} from "#src/outbound/orders/order-batches.contract.ts";
import { assignReturn, inspectReturned, restockReturned } from "#src/outbound/returns/returns-work.contract.ts";
import { decideReturn, listReturns } from "#src/outbound/returns/returns.contract.ts";
import { listOrders } from "#src/outbound/orders/orders.contract.ts";
import { listTotes } from "#src/outbound/sortation/sortation.contract.ts";
import { listParcelsWithout, listWaybills, requestWaybills } from "#src/outbound/waybills/waybills.contract.ts";
import type { Call } from "#src/kit/api/define-call.ts";
import { requireActor } from "#server/platform/http/context.ts";
import type { CallContext } from "#server/platform/http/context.ts";

const nothing: ToDoAmount = { count: 0, progress: null, debt: null };

/** Reads what a retailer owes, as its wallet shows it. */
async function readDebt(context: CallContext): Promise<ToDoAmount | null> {
  const { providerUuid, retailerUuid } = requireActor(context);
  if (providerUuid === null || retailerUuid === null) return null;
  const { balance_cents, currency } = await readBalance(context.tx, providerUuid, retailerUuid);
  return balance_cents < 0 ? { ...nothing, count: 1, debt: { cents: -balance_cents, currency } } : nothing;
}

/** Reads how much of the own company's details is missing. */
async function readMissingDetails(context: CallContext): Promise<ToDoAmount> {
  const progress = await readProgress(context.tx, getOwner(context));
  return progress.done < progress.of ? { ...nothing, count: 1, progress } : nothing;
}

/** The calls behind each kind of to-do. */
export const toDoSources: Readonly<Record<ToDoKind, ToDoSource>> = {
  confirmReceipts: { reads: listReceipts, does: confirmReceipt },
  receiveGoods: { reads: listReceipts, does: inspect },
  putAway: { reads: listPutaway, does: putAway },
  decideUnqualified: { reads: listReceipts, does: decideUnqualified },
  correctReceipts: { reads: listReceipts, does: submitReceipt },
  confirmOrders: { reads: listOrders, does: confirmOrders },
  confirmNotices: { reads: listOrders, does: confirmOrders },
  // Whatever it waits for, it is picked first then.
  lateOrders: { reads: listOrders, does: prioritizeOrders },
  lateNotices: { reads: listOrders, does: prioritizeOrders },
  shortOrders: { reads: listOrders, does: allocateOrders },
  shortNotices: { reads: listOrders, does: allocateOrders },
  heldOrders: { reads: listOrders, does: releaseHolds },
  heldNotices: { reads: listOrders, does: releaseHolds },
  correctOrders: { reads: listOrders, does: submitOrders },
  // Only staff release a hold: its owner answers the supplier, tops up, or cancels the order.
  heldOwnOrders: { reads: listOrders, does: cancelOrders },
  requestWaybills: { reads: listParcelsWithout, does: requestWaybills },
  workExceptions: { reads: listExceptions, does: resolveException },
  answerExceptions: { reads: listExceptions, does: answerException },
  inspectReturns: { reads: listReturns, does: inspectReturned },
  assignReturns: { reads: listReturns, does: assignReturn },
  decideReturns: { reads: listReturns, does: decideReturn },
  carryOutReturns: { reads: listReturns, does: restockReturned },
  decideOwnReturns: { reads: listReturns, does: decideReturn },
  startStocktakes: { reads: listStocktakes, does: startStocktake },
  countStocktakes: { reads: listStocktakes, does: countStock },
  recountStocktakes: { reads: listStocktakes, does: recountStocktake },
  approveStocktakes: { reads: listStocktakes, does: approveStocktake },
  restock: { reads: listStock, does: addStorage },
  confirmTopUps: { reads: listTopUpRequests, does: confirmTopUpRequest },
  payWallet: { reads: getWallet, does: requestTopUp, readAmount: readDebt },
  keyInformation: { reads: retrieveKeyInformation, does: updateCompany, readAmount: readMissingDetails },
};

/** The list call of each figure. */
export const figureSources: Readonly<Record<Figure, Call>> = {
  toSort: listTotes,
  labelsWaiting: listWaybills,
  labelsFailed: listWaybills,
  labelsToPrint: listWaybills,
  shippedToday: listOrders,
  undecidedReturns: listReturns,
  oldExceptions: listExceptions,
};
