import type { Call } from "#src/api/define-call.ts";
import { retrieveKeyInformation, updateCompany } from "#src/key-information/key-information.contract.ts";
import type { ToDoKind } from "#src/home/to-dos.rules.ts";
import { addStorage, confirmReceipt, decideUnqualified, listReceipts, submitReceipt } from "#src/receipts/receipts.contract.ts";
import { inspect, listPutaway, putAway } from "#src/receipts/receiving.contract.ts";
import { listStock } from "#src/stock/stock.contract.ts";
import { approveStocktake, countStock, listStocktakes, recountStocktake, startStocktake } from "#src/stock/stocktake.contract.ts";
import { confirmTopUpRequest, listTopUpRequests, requestTopUp } from "#src/wallet/top-up-requests.contract.ts";
import { getWallet } from "#src/wallet/wallet.contract.ts";

/** The calls behind a to-do. */
interface ToDoSource {
  /** what its page asks: the total of the filtered list is the count */
  readonly reads: Call;
  /** what does it: who may not make this call has no such to-do */
  readonly does: Call;
}

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
