import type { Call } from "#src/kit/api/define-call.ts";
import { getCustomers } from "#src/billing/customers/customers.contract.ts";
import { listVariants } from "#src/warehouse/goods/goods.contract.ts";
import type { GuideStep } from "#src/company/home/guide.rules.ts";
import { listRateCards } from "#src/billing/rate-cards/rate-cards.contract.ts";
import { listReceipts } from "#src/warehouse/receipts/receipts.contract.ts";
import { listTopUps } from "#src/billing/wallet/wallet.contract.ts";
import { listLocations } from "#src/warehouse/warehouses/locations.contract.ts";
import { queryStorage } from "#src/warehouse/warehouses/warehouses.contract.ts";

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
