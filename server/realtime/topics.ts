import { getAccessRefusal } from "#src/api/access.rules.ts";
import type { Topic } from "#src/api/define-topic.ts";
import { catalogueChanged } from "#src/catalogue/catalogue.contract.ts";
import { downloadsChanged } from "#src/downloads/downloads.contract.ts";
import { receiptsChanged } from "#src/receipts/receipts.contract.ts";
import { stockChanged, stockReconciled } from "#src/stock/stock.contract.ts";
import { warehousesChanged } from "#src/warehouses/warehouses.contract.ts";
import { walletChanged } from "#src/wallet/wallet.contract.ts";
import type { Actor } from "#server/http/context.ts";

/** Every topic there is: the one list. One that is missing here cannot be listened to. */
export const allTopics: readonly Topic[] = [
  downloadsChanged,
  stockChanged,
  stockReconciled,
  warehousesChanged,
  receiptsChanged,
  walletChanged,
  catalogueChanged,
];

/** Whether someone may listen to all of these topics; an unknown one nobody may. */
export function mayHear(topics: readonly Topic[], actor: Actor, names: Iterable<string>): boolean {
  for (const name of names) {
    const topic = topics.find((one) => one.name === name);
    if (topic === undefined || getAccessRefusal(actor, { ...topic, method: "GET" }) !== null) return false;
  }
  return true;
}
