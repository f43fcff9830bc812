import entitlement from "#src/entitlement/en_us.json" with { type: "json" };
import plan from "#src/plan/en_us.json" with { type: "json" };
import subscription from "#src/subscription/en_us.json" with { type: "json" };
import support from "#src/support/en_us.json" with { type: "json" };
import lightUi from "#src/ui/light/en_us.json" with { type: "json" };
import ui from "#src/ui/en_us.json" with { type: "json" };

/** The English texts of what is React on the public pages: a browser loads these, so no long page is among them. */
export const texts = { entitlement, plan, subscription, support, ui: { ...lightUi, ...ui } };
