import { getAccessRefusal } from "#src/kit/api/access.rules.ts";
import type { Principal } from "#src/kit/api/access.rules.ts";
import type { Topic } from "#src/kit/api/define-topic.ts";
import { catalogueChanged } from "#src/billing/catalogue/catalogue.contract.ts";
import { carrierAccountsChanged, carrierErrorsChanged } from "#src/carriers/carrier-accounts/carrier-accounts.contract.ts";
import { channelsChanged } from "#src/carriers/channels/channels.contract.ts";
import { downloadsChanged } from "#src/company/downloads/downloads.contract.ts";
import { ordersChanged } from "#src/outbound/orders/orders.contract.ts";
import { exceptionsChanged } from "#src/outbound/exceptions/exceptions.contract.ts";
import { baggingChanged } from "#src/outbound/bagging/bagging.contract.ts";
import { packingChanged } from "#src/outbound/packing/packing.contract.ts";
import { pickingProgressed } from "#src/outbound/picking/picking.contract.ts";
import { returnsChanged } from "#src/outbound/returns/returns.contract.ts";
import { reviewProgressed } from "#src/outbound/review/review.contract.ts";
import { sortationChanged } from "#src/outbound/sortation/sortation.contract.ts";
import { wavesChanged } from "#src/outbound/waves/waves.contract.ts";
import { waybillsChanged } from "#src/outbound/waybills/waybills.contract.ts";
import { receiptsChanged } from "#src/warehouse/receipts/receipts.contract.ts";
import { stockChanged, stockReconciled } from "#src/warehouse/stock/stock.contract.ts";
import { warehousesChanged } from "#src/warehouse/warehouses/warehouses.contract.ts";
import { walletChanged } from "#src/billing/wallet/wallet.contract.ts";

/** Every topic, in one list. One that is missing here cannot be subscribed to. */
export const allTopics: readonly Topic[] = [
  downloadsChanged,
  stockChanged,
  stockReconciled,
  warehousesChanged,
  receiptsChanged,
  ordersChanged,
  pickingProgressed,
  reviewProgressed,
  packingChanged,
  baggingChanged,
  returnsChanged,
  sortationChanged,
  wavesChanged,
  waybillsChanged,
  exceptionsChanged,
  walletChanged,
  catalogueChanged,
  carrierAccountsChanged,
  carrierErrorsChanged,
  channelsChanged,
];

/** Whether an actor may subscribe to all of these topics; nobody may subscribe to an unknown one. */
export function mayHear(topics: readonly Topic[], actor: Principal, names: Iterable<string>): boolean {
  for (const name of names) {
    const topic = topics.find((one) => one.name === name);
    if (topic === undefined || getAccessRefusal(actor, { ...topic, method: "GET" }) !== null) return false;
  }
  return true;
}
