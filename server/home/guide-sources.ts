import type { Call } from "#src/api/define-call.ts";
import { getCustomers } from "#src/customers/customers.contract.ts";
import { listVariants } from "#src/goods/goods.contract.ts";
import type { GuideStep } from "#src/home/guide.rules.ts";
import { listRateCards } from "#src/rate-cards/rate-cards.contract.ts";
import { listReceipts } from "#src/receipts/receipts.contract.ts";
import { listTopUps } from "#src/wallet/wallet.contract.ts";
import { listLocations } from "#src/warehouses/locations.contract.ts";
import { queryStorage } from "#src/warehouses/warehouses.contract.ts";

/** The list call of each step: the step is done once the list has a row. */
export const guideSources: Readonly<Record<GuideStep, Call>> = {
  warehouse: queryStorage,
  locations: listLocations,
  rateCard: listRateCards,
  retailer: getCustomers,
  goods: listVariants,
  receive: listReceipts,
  ownGoods: listVariants,
  announce: listReceipts,
  topUp: listTopUps,
};
