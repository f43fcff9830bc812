import { mayCall, useCaller } from "#src/kit/api/call-hooks.tsx";
import { getCustomers } from "#src/billing/customers/customers.contract.ts";
import { listReceipts } from "#src/warehouse/receipts/receipts.contract.ts";
import { listStock } from "#src/warehouse/stock/stock.contract.ts";
import type { RowLink } from "./report-column.ts";

/** The links of names in a report: none if the user may not go there. */
export function useRowLinks() {
  const caller = useCaller();
  const toCustomers = mayCall(caller, getCustomers);
  const toReceipts = mayCall(caller, listReceipts);
  const toStock = mayCall(caller, listStock);
  return {
    /** a retailer's page; the supplier has none */
    ofOwner: (uuid: string | null): RowLink | null =>
      !toCustomers || uuid === null || uuid === caller.scope.providerUuid ? null : { to: "/p/customer", search: { customer: uuid } },
    ofReceipt: (uuid: string): RowLink | null => (toReceipts ? { to: "/p/addWarehouse", search: { receipt: uuid } } : null),
    ofVariant: (uuid: string): RowLink | null => (toStock ? { to: "/p/stock", search: { variant: uuid } } : null),
  };
}
