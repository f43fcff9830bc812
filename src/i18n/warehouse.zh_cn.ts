import accounts from "#src/accounts/zh_cn.json" with { type: "json" };
import api from "#src/api/zh_cn.json" with { type: "json" };
import appearance from "#src/appearance/zh_cn.json" with { type: "json" };
import audit from "#src/audit/zh_cn.json" with { type: "json" };
import countries from "#src/countries/zh_cn.json" with { type: "json" };
import customers from "#src/customers/zh_cn.json" with { type: "json" };
import downloads from "#src/downloads/zh_cn.json" with { type: "json" };
import files from "#src/files/zh_cn.json" with { type: "json" };
import form from "#src/ui/form/zh_cn.json" with { type: "json" };
import goods from "#src/goods/zh_cn.json" with { type: "json" };
import home from "#src/home/zh_cn.json" with { type: "json" };
import imports from "#src/imports/zh_cn.json" with { type: "json" };
import keyInformation from "#src/key-information/zh_cn.json" with { type: "json" };
import list from "#src/ui/list/zh_cn.json" with { type: "json" };
import operators from "#src/operators/zh_cn.json" with { type: "json" };
import places from "#src/places/zh_cn.json" with { type: "json" };
import providers from "#src/providers/zh_cn.json" with { type: "json" };
import receipts from "#src/receipts/zh_cn.json" with { type: "json" };
import receiving from "#src/receiving/zh_cn.json" with { type: "json" };
import scan from "#src/ui/scan/zh_cn.json" with { type: "json" };
import scanning from "#src/scanning/zh_cn.json" with { type: "json" };
import session from "#src/session/zh_cn.json" with { type: "json" };
import sites from "#src/sites/zh_cn.json" with { type: "json" };
import stock from "#src/stock/zh_cn.json" with { type: "json" };
import ui from "#src/ui/zh_cn.json" with { type: "json" };
import warehouses from "#src/warehouses/zh_cn.json" with { type: "json" };

/** The Chinese texts of the slices that the web application draws, one key a slice. */
export const texts = {
  accounts,
  api,
  appearance,
  audit,
  countries,
  customers,
  downloads,
  files,
  form,
  goods,
  home,
  imports,
  keyInformation,
  list,
  operators,
  places,
  providers,
  receipts,
  receiving,
  scan,
  scanning,
  session,
  sites,
  stock,
  ui,
  warehouses,
};
