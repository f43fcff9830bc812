import entitlement from "#src/pro/entitlement/en_us.json" with { type: "json" };
import plan from "#src/pro/plan/en_us.json" with { type: "json" };
import subscription from "#src/pro/subscription/en_us.json" with { type: "json" };
import support from "#src/pro/support/en_us.json" with { type: "json" };
import lightUi from "#src/kit/ui/light/en_us.json" with { type: "json" };
import ui from "#src/kit/ui/en_us.json" with { type: "json" };

/** The English texts of the React islands on public pages. Browsers load them, so the long pages are not among them. */
export const texts = { entitlement, plan, subscription, support, ui: { ...lightUi, ...ui } };
