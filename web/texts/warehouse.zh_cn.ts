import accounts from "#src/company/accounts/zh_cn.json" with { type: "json" };
import appearance from "#src/company/appearance/zh_cn.json" with { type: "json" };
import form from "#src/kit/ui/form/zh_cn.json" with { type: "json" };
import home from "#src/company/home/zh_cn.json" with { type: "json" };
import keyInformation from "#src/company/key-information/zh_cn.json" with { type: "json" };
import navigation from "#src/company/navigation/zh_cn.json" with { type: "json" };
import session from "#src/kit/session/zh_cn.json" with { type: "json" };
import lightUi from "#src/kit/ui/light/zh_cn.json" with { type: "json" };
import ui from "#src/kit/ui/zh_cn.json" with { type: "json" };

/** The Chinese texts of the web application's first screens: shell, logins, home. A test checks them against the imports. */
export const texts = {
  accounts,
  appearance,
  form,
  home,
  keyInformation,
  navigation,
  session,
  ui: { ...lightUi, ...ui },
};
