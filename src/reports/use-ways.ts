import { mayCall, useCaller } from "#src/api/caller.tsx";
import { getCustomers } from "#src/customers/customers.contract.ts";
import { listReceipts } from "#src/receipts/receipts.contract.ts";
import { listStock } from "#src/stock/stock.contract.ts";
import type { Way } from "./report-column.ts";

/** Where names of a report lead: nowhere for whoever may not go there. */
export function useWays() {
  const caller = useCaller();
  const toCustomers = mayCall(caller, getCustomers);
  const toReceipts = mayCall(caller, listReceipts);
  const toStock = mayCall(caller, listStock);
  return {
    /** a retailer's page; the supplier itself has none */
    ofOwner: (uuid: string | null): Way | null =>
      !toCustomers || uuid === null || uuid === caller.scope.providerUuid ? null : { to: "/p/customer", search: { customer: uuid } },
    ofReceipt: (uuid: string): Way | null => (toReceipts ? { to: "/p/addWarehouse", search: { receipt: uuid } } : null),
    ofVariant: (uuid: string): Way | null => (toStock ? { to: "/p/stock", search: { variant: uuid } } : null),
  };
}
