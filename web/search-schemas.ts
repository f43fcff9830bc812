import { z } from "zod";
import { catalogueSearch, offersSearch } from "#src/billing/catalogue/catalogue-search.rules.ts";
import { rateCardsSearch } from "#src/billing/rate-cards/rate-cards-search.rules.ts";
import { reportsSearch } from "#src/billing/reports/reports-search.rules.ts";
import { moneySearch } from "#src/billing/wallet/money-search.rules.ts";
import { logisticsSearch } from "#src/carriers/channels/logistics-search.rules.ts";
import { accountSearch, loginSearch, resetSearch, signUpSearch } from "#src/company/accounts/accounts-search.rules.ts";
import { auditSearch } from "#src/company/audit/audit-search.rules.ts";
import { areas } from "#src/kit/api/roles-and-permissions.ts";
import { searchParam } from "#src/kit/api/search-param.ts";
import { returnsSearch } from "#src/outbound/returns/returns-search.rules.ts";
import { baggingSearch } from "#src/outbound/bagging/bagging-search.rules.ts";
import { exceptionsSearch } from "#src/outbound/exceptions/exceptions-search.rules.ts";
import { ordersSearch } from "#src/outbound/orders/orders-search.rules.ts";
import { printOrdersSearch, wavesSearch } from "#src/outbound/waves/waves-search.rules.ts";
import { waybillsSearch } from "#src/outbound/waybills/waybills-search.rules.ts";
import { goodsSearch } from "#src/warehouse/goods/goods-search.rules.ts";
import { receiptsSearch } from "#src/warehouse/receipts/receipt-view.rules.ts";
import { stockSearch } from "#src/warehouse/stock/stock-search.rules.ts";
import { definitionSearch } from "#src/warehouse/warehouses/definition-search.rules.ts";
import type { Path } from "./app-routes.ts";

/** The search parameters of each path (`validateSearch`). A list keeps its filters beside them, by its own definition. */
export const searchSchemas = {
  "/p/login": loginSearch,
  "/ds/login": loginSearch,
  "/p/turn-the-table": resetSearch,
  "/ds/turn-the-table": resetSearch,
  "/signup": signUpSearch,
  "/p/settings": accountSearch,
  "/ds/settings": accountSearch,
  "/p/profile": accountSearch,
  "/ds/profile": accountSearch,
  "/p/warehousing-definition": definitionSearch,
  "/p/stock": stockSearch,
  "/ds/warehousing": stockSearch,
  "/p/addWarehouse": receiptsSearch,
  "/ds/addWarehouse": receiptsSearch,
  "/p/p-one-piece-for-shipping": ordersSearch,
  "/p/p-shipping-notice": ordersSearch,
  "/p/p-list-of-shipping-orders": ordersSearch,
  "/p/p-wave-order": wavesSearch,
  "/p/p-print-orders": printOrdersSearch,
  "/p/p-print-waybill": waybillsSearch,
  "/p/p-bagging": baggingSearch,
  "/p/order": ordersSearch,
  "/p/p-exception": exceptionsSearch,
  "/p/p-returns": returnsSearch,
  "/ds/order": ordersSearch.extend({ exception: exceptionsSearch.shape.exception, return: returnsSearch.shape.return }),
  "/p/product": goodsSearch,
  "/ds/product": goodsSearch,
  "/p/catalogue": catalogueSearch,
  "/ds/catalogue": offersSearch,
  "/p/customer": moneySearch,
  "/ds/wallet": moneySearch,
  "/p/rate-cards": rateCardsSearch,
  "/p/logistics": logisticsSearch,
  "/ds/logistics": logisticsSearch,
  "/p/reports": reportsSearch,
  "/p/audit-log": auditSearch,
  "/ds/audit-log": auditSearch,
  "/404": z.object({ area: searchParam.oneOf(areas) }),
} satisfies Partial<Record<Path, z.ZodType>>;

/** The component page is in types only: no word of it is in a production build. */
type SearchSchemas = typeof searchSchemas & { readonly "/dev/ui": z.ZodObject<{ scan: typeof searchParam.text }> };

/** The search schema of a path; undefined for none. */
export type SearchSchemaOf<P extends string> = P extends keyof SearchSchemas ? SearchSchemas[P] : undefined;
