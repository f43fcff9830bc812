import accounts from "#src/accounts/zh_cn.json" with { type: "json" };
import api from "#src/api/zh_cn.json" with { type: "json" };
import appearance from "#src/appearance/zh_cn.json" with { type: "json" };
import audit from "#src/audit/zh_cn.json" with { type: "json" };
import countries from "#src/countries/zh_cn.json" with { type: "json" };
import downloads from "#src/downloads/zh_cn.json" with { type: "json" };
import files from "#src/files/zh_cn.json" with { type: "json" };
import form from "#src/ui/form/zh_cn.json" with { type: "json" };
import home from "#src/home/zh_cn.json" with { type: "json" };
import keyInformation from "#src/key-information/zh_cn.json" with { type: "json" };
import list from "#src/ui/list/zh_cn.json" with { type: "json" };
import operators from "#src/operators/zh_cn.json" with { type: "json" };
import places from "#src/places/zh_cn.json" with { type: "json" };
import providers from "#src/providers/zh_cn.json" with { type: "json" };
import session from "#src/session/zh_cn.json" with { type: "json" };
import sites from "#src/sites/zh_cn.json" with { type: "json" };
import ui from "#src/ui/zh_cn.json" with { type: "json" };

/** The Chinese texts of the slices that the web application draws, one key a slice. */
export const texts = {
  accounts,
  api,
  appearance,
  audit,
  countries,
  downloads,
  files,
  form,
  home,
  keyInformation,
  list,
  operators,
  places,
  providers,
  session,
  sites,
  ui,
};
