import api from "#src/api/en_us.json" with { type: "json" };
import audit from "#src/audit/en_us.json" with { type: "json" };
import catalogue from "#src/catalogue/en_us.json" with { type: "json" };
import countries from "#src/countries/en_us.json" with { type: "json" };
import customers from "#src/customers/en_us.json" with { type: "json" };
import downloads from "#src/downloads/en_us.json" with { type: "json" };
import files from "#src/files/en_us.json" with { type: "json" };
import goods from "#src/goods/en_us.json" with { type: "json" };
import imports from "#src/imports/en_us.json" with { type: "json" };
import list from "#src/ui/list/en_us.json" with { type: "json" };
import operators from "#src/operators/en_us.json" with { type: "json" };
import providers from "#src/providers/en_us.json" with { type: "json" };
import rateCards from "#src/rate-cards/en_us.json" with { type: "json" };
import receipts from "#src/receipts/en_us.json" with { type: "json" };
import receiving from "#src/receiving/en_us.json" with { type: "json" };
import reports from "#src/reports/en_us.json" with { type: "json" };
import scan from "#src/ui/scan/en_us.json" with { type: "json" };
import scanning from "#src/scanning/en_us.json" with { type: "json" };
import sites from "#src/sites/en_us.json" with { type: "json" };
import stock from "#src/stock/en_us.json" with { type: "json" };
import warehouses from "#src/warehouses/en_us.json" with { type: "json" };
import wallet from "#src/wallet/en_us.json" with { type: "json" };
import statements from "#src/statements/en_us.json" with { type: "json" };

/** The English texts of all other screens of the web application, one key a slice: loaded with the first of them. */
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
