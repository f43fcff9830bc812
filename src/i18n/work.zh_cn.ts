import api from "#src/api/zh_cn.json" with { type: "json" };
import audit from "#src/audit/zh_cn.json" with { type: "json" };
import catalogue from "#src/catalogue/zh_cn.json" with { type: "json" };
import countries from "#src/countries/zh_cn.json" with { type: "json" };
import customers from "#src/customers/zh_cn.json" with { type: "json" };
import downloads from "#src/downloads/zh_cn.json" with { type: "json" };
import files from "#src/files/zh_cn.json" with { type: "json" };
import goods from "#src/goods/zh_cn.json" with { type: "json" };
import imports from "#src/imports/zh_cn.json" with { type: "json" };
import list from "#src/ui/list/zh_cn.json" with { type: "json" };
import operators from "#src/operators/zh_cn.json" with { type: "json" };
import providers from "#src/providers/zh_cn.json" with { type: "json" };
import rateCards from "#src/rate-cards/zh_cn.json" with { type: "json" };
import receipts from "#src/receipts/zh_cn.json" with { type: "json" };
import receiving from "#src/receiving/zh_cn.json" with { type: "json" };
import reports from "#src/reports/zh_cn.json" with { type: "json" };
import scan from "#src/ui/scan/zh_cn.json" with { type: "json" };
import scanning from "#src/scanning/zh_cn.json" with { type: "json" };
import sites from "#src/sites/zh_cn.json" with { type: "json" };
import stock from "#src/stock/zh_cn.json" with { type: "json" };
import warehouses from "#src/warehouses/zh_cn.json" with { type: "json" };
import wallet from "#src/wallet/zh_cn.json" with { type: "json" };
import statements from "#src/statements/zh_cn.json" with { type: "json" };

/** The Chinese texts of all other screens of the web application, one key a slice: loaded with the first of them. */
export const texts = {
  api,
  audit,
  catalogue,
  countries,
  customers,
  downloads,
  files,
  goods,
  imports,
  list,
  operators,
  providers,
  rateCards,
  receipts,
  receiving,
  reports,
  scan,
  scanning,
  sites,
  stock,
  warehouses,
  wallet,
  statements,
};
