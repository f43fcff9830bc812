import type { ToDoSource } from "./company/home/home.routes.ts";
import { retrieveKeyInformation, updateCompany } from "#src/company/key-information/key-information.contract.ts";
import type { ToDoKind } from "#src/company/home/to-dos.rules.ts";
import { addStorage, confirmReceipt, decideUnqualified, listReceipts, submitReceipt } from "#src/warehouse/receipts/receipts.contract.ts";
import { inspect, listPutaway, putAway } from "#src/warehouse/receipts/receiving.contract.ts";
import { listStock } from "#src/warehouse/stock/stock.contract.ts";
import { approveStocktake, countStock, listStocktakes, recountStocktake, startStocktake } from "#src/warehouse/stock/stocktake.contract.ts";
import { confirmTopUpRequest, listTopUpRequests, requestTopUp } from "#src/billing/wallet/top-up-requests.contract.ts";
import { getWallet } from "#src/billing/wallet/wallet.contract.ts";

/** The calls behind each kind of to-do. */
export const toDoSources: Readonly<Record<ToDoKind, ToDoSource>> = {
  confirmReceipts: { reads: listReceipts, does: confirmReceipt },
  receiveGoods: { reads: listReceipts, does: inspect },
  putAway: { reads: listPutaway, does: putAway },
  decideUnqualified: { reads: listReceipts, does: decideUnqualified },
  correctReceipts: { reads: listReceipts, does: submitReceipt },
  startStocktakes: { reads: listStocktakes, does: startStocktake },
  countStocktakes: { reads: listStocktakes, does: countStock },
  recountStocktakes: { reads: listStocktakes, does: recountStocktake },
  approveStocktakes: { reads: listStocktakes, does: approveStocktake },
  restock: { reads: listStock, does: addStorage },
  confirmTopUps: { reads: listTopUpRequests, does: confirmTopUpRequest },
  payWallet: { reads: getWallet, does: requestTopUp },
  keyInformation: { reads: retrieveKeyInformation, does: updateCompany },
};
