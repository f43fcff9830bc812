import api from "#src/kit/api/en_us.json" with { type: "json" };
import audit from "#src/company/audit/en_us.json" with { type: "json" };
import carrierAccounts from "#src/carriers/carrier-accounts/en_us.json" with { type: "json" };
import catalogue from "#src/billing/catalogue/en_us.json" with { type: "json" };
import channels from "#src/carriers/channels/en_us.json" with { type: "json" };
import countries from "#src/kit/countries/en_us.json" with { type: "json" };
import customers from "#src/billing/customers/en_us.json" with { type: "json" };
import downloads from "#src/company/downloads/en_us.json" with { type: "json" };
import exceptions from "#src/outbound/exceptions/en_us.json" with { type: "json" };
import files from "#src/kit/files/en_us.json" with { type: "json" };
import goods from "#src/warehouse/goods/en_us.json" with { type: "json" };
import imports from "#src/warehouse/imports/en_us.json" with { type: "json" };
import list from "#src/kit/ui/list/en_us.json" with { type: "json" };
import operators from "#src/company/operators/en_us.json" with { type: "json" };
import orders from "#src/outbound/orders/en_us.json" with { type: "json" };
import picking from "#src/outbound/picking/en_us.json" with { type: "json" };
import providers from "#src/company/providers/en_us.json" with { type: "json" };
import rateCards from "#src/billing/rate-cards/en_us.json" with { type: "json" };
import receipts from "#src/warehouse/receipts/en_us.json" with { type: "json" };
import receiving from "#src/warehouse/receiving/en_us.json" with { type: "json" };
import reports from "#src/billing/reports/en_us.json" with { type: "json" };
import bagging from "#src/outbound/bagging/en_us.json" with { type: "json" };
import packing from "#src/outbound/packing/en_us.json" with { type: "json" };
import returns from "#src/outbound/returns/en_us.json" with { type: "json" };
import review from "#src/outbound/review/en_us.json" with { type: "json" };
import scan from "#src/kit/ui/scan/en_us.json" with { type: "json" };
import scanning from "#src/warehouse/scanning/en_us.json" with { type: "json" };
import sharedDevice from "#src/company/shared-device/en_us.json" with { type: "json" };
import sites from "#src/company/sites/en_us.json" with { type: "json" };
import shippingNotices from "#src/outbound/shipping-notices/en_us.json" with { type: "json" };
import sortation from "#src/outbound/sortation/en_us.json" with { type: "json" };
import stock from "#src/warehouse/stock/en_us.json" with { type: "json" };
import warehouses from "#src/warehouse/warehouses/en_us.json" with { type: "json" };
import wallet from "#src/billing/wallet/en_us.json" with { type: "json" };
import waves from "#src/outbound/waves/en_us.json" with { type: "json" };
import waybills from "#src/outbound/waybills/en_us.json" with { type: "json" };
import statements from "#src/billing/statements/en_us.json" with { type: "json" };

/** The English texts of the web application's other screens by slice, loaded with the first of them. */
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
