import api from "#src/kit/api/zh_cn.json" with { type: "json" };
import audit from "#src/company/audit/zh_cn.json" with { type: "json" };
import carrierAccounts from "#src/carriers/carrier-accounts/zh_cn.json" with { type: "json" };
import catalogue from "#src/billing/catalogue/zh_cn.json" with { type: "json" };
import channels from "#src/carriers/channels/zh_cn.json" with { type: "json" };
import countries from "#src/kit/countries/zh_cn.json" with { type: "json" };
import customers from "#src/billing/customers/zh_cn.json" with { type: "json" };
import downloads from "#src/company/downloads/zh_cn.json" with { type: "json" };
import exceptions from "#src/outbound/exceptions/zh_cn.json" with { type: "json" };
import files from "#src/kit/files/zh_cn.json" with { type: "json" };
import goods from "#src/warehouse/goods/zh_cn.json" with { type: "json" };
import imports from "#src/warehouse/imports/zh_cn.json" with { type: "json" };
import list from "#src/kit/ui/list/zh_cn.json" with { type: "json" };
import operators from "#src/company/operators/zh_cn.json" with { type: "json" };
import orders from "#src/outbound/orders/zh_cn.json" with { type: "json" };
import picking from "#src/outbound/picking/zh_cn.json" with { type: "json" };
import providers from "#src/company/providers/zh_cn.json" with { type: "json" };
import rateCards from "#src/billing/rate-cards/zh_cn.json" with { type: "json" };
import receipts from "#src/warehouse/receipts/zh_cn.json" with { type: "json" };
import receiving from "#src/warehouse/receiving/zh_cn.json" with { type: "json" };
import reports from "#src/billing/reports/zh_cn.json" with { type: "json" };
import bagging from "#src/outbound/bagging/zh_cn.json" with { type: "json" };
import packing from "#src/outbound/packing/zh_cn.json" with { type: "json" };
import returns from "#src/outbound/returns/zh_cn.json" with { type: "json" };
import review from "#src/outbound/review/zh_cn.json" with { type: "json" };
import scan from "#src/kit/ui/scan/zh_cn.json" with { type: "json" };
import scanning from "#src/warehouse/scanning/zh_cn.json" with { type: "json" };
import sharedDevice from "#src/company/shared-device/zh_cn.json" with { type: "json" };
import sites from "#src/company/sites/zh_cn.json" with { type: "json" };
import shippingNotices from "#src/outbound/shipping-notices/zh_cn.json" with { type: "json" };
import sortation from "#src/outbound/sortation/zh_cn.json" with { type: "json" };
import stock from "#src/warehouse/stock/zh_cn.json" with { type: "json" };
import warehouses from "#src/warehouse/warehouses/zh_cn.json" with { type: "json" };
import wallet from "#src/billing/wallet/zh_cn.json" with { type: "json" };
import waves from "#src/outbound/waves/zh_cn.json" with { type: "json" };
import waybills from "#src/outbound/waybills/zh_cn.json" with { type: "json" };
import statements from "#src/billing/statements/zh_cn.json" with { type: "json" };

/** The Chinese texts of the web application's other screens by slice, loaded with the first of them. */
export const texts = {
  api,
  audit,
  carrierAccounts,
  catalogue,
  channels,
  countries,
  customers,
  downloads,
  exceptions,
  files,
  goods,
  imports,
  list,
  operators,
  orders,
  picking,
  providers,
  rateCards,
  receipts,
  receiving,
  reports,
  packing,
  bagging,
  returns,
  review,
  scan,
  scanning,
  sharedDevice,
  shippingNotices,
  sortation,
  sites,
  stock,
  warehouses,
  wallet,
  waves,
  waybills,
  statements,
};
