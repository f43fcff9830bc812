import accounts from "#src/accounts/zh_cn.json" with { type: "json" };
import appearance from "#src/appearance/zh_cn.json" with { type: "json" };
import form from "#src/ui/form/zh_cn.json" with { type: "json" };
import home from "#src/home/zh_cn.json" with { type: "json" };
import keyInformation from "#src/key-information/zh_cn.json" with { type: "json" };
import places from "#src/places/zh_cn.json" with { type: "json" };
import session from "#src/session/zh_cn.json" with { type: "json" };
import lightUi from "#src/ui/light/zh_cn.json" with { type: "json" };
import ui from "#src/ui/zh_cn.json" with { type: "json" };

/** The Chinese texts of what the web application draws first: the shell, the logins, home. A test follows their imports. */
export const texts = {
  accounts,
  appearance,
  form,
  home,
  keyInformation,
  places,
  session,
  ui: { ...lightUi, ...ui },
};
