import accounts from "#src/accounts/en_us.json" with { type: "json" };
import api from "#src/api/en_us.json" with { type: "json" };
import appearance from "#src/appearance/en_us.json" with { type: "json" };
import audit from "#src/audit/en_us.json" with { type: "json" };
import countries from "#src/countries/en_us.json" with { type: "json" };
import customers from "#src/customers/en_us.json" with { type: "json" };
import downloads from "#src/downloads/en_us.json" with { type: "json" };
import files from "#src/files/en_us.json" with { type: "json" };
import form from "#src/ui/form/en_us.json" with { type: "json" };
import goods from "#src/goods/en_us.json" with { type: "json" };
import home from "#src/home/en_us.json" with { type: "json" };
import imports from "#src/imports/en_us.json" with { type: "json" };
import keyInformation from "#src/key-information/en_us.json" with { type: "json" };
import list from "#src/ui/list/en_us.json" with { type: "json" };
import operators from "#src/operators/en_us.json" with { type: "json" };
import places from "#src/places/en_us.json" with { type: "json" };
import providers from "#src/providers/en_us.json" with { type: "json" };
import receipts from "#src/receipts/en_us.json" with { type: "json" };
import receiving from "#src/receiving/en_us.json" with { type: "json" };
import scan from "#src/ui/scan/en_us.json" with { type: "json" };
import scanning from "#src/scanning/en_us.json" with { type: "json" };
import session from "#src/session/en_us.json" with { type: "json" };
import sites from "#src/sites/en_us.json" with { type: "json" };
import stock from "#src/stock/en_us.json" with { type: "json" };
import ui from "#src/ui/en_us.json" with { type: "json" };
import warehouses from "#src/warehouses/en_us.json" with { type: "json" };

/** The English texts of the slices that the web application draws, one key a slice. */
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
