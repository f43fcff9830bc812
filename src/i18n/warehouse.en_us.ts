import accounts from "#src/accounts/en_us.json" with { type: "json" };
import appearance from "#src/appearance/en_us.json" with { type: "json" };
import form from "#src/ui/form/en_us.json" with { type: "json" };
import home from "#src/home/en_us.json" with { type: "json" };
import keyInformation from "#src/key-information/en_us.json" with { type: "json" };
import places from "#src/places/en_us.json" with { type: "json" };
import session from "#src/session/en_us.json" with { type: "json" };
import lightUi from "#src/ui/light/en_us.json" with { type: "json" };
import ui from "#src/ui/en_us.json" with { type: "json" };

/** The English texts of what the web application draws first: the shell, the logins, home. A test follows their imports. */
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
