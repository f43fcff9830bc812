import accounts from "#src/company/accounts/en_us.json" with { type: "json" };
import appearance from "#src/company/appearance/en_us.json" with { type: "json" };
import form from "#src/kit/ui/form/en_us.json" with { type: "json" };
import home from "#src/company/home/en_us.json" with { type: "json" };
import keyInformation from "#src/company/key-information/en_us.json" with { type: "json" };
import navigation from "#src/company/navigation/en_us.json" with { type: "json" };
import session from "#src/kit/session/en_us.json" with { type: "json" };
import lightUi from "#src/kit/ui/light/en_us.json" with { type: "json" };
import ui from "#src/kit/ui/en_us.json" with { type: "json" };

/** The English texts of the web application's first screens: shell, logins, home. A test checks them against the imports. */
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
