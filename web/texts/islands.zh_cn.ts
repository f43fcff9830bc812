import entitlement from "#src/pro/entitlement/zh_cn.json" with { type: "json" };
import plan from "#src/pro/plan/zh_cn.json" with { type: "json" };
import subscription from "#src/pro/subscription/zh_cn.json" with { type: "json" };
import support from "#src/pro/support/zh_cn.json" with { type: "json" };
import lightUi from "#src/kit/ui/light/zh_cn.json" with { type: "json" };
import ui from "#src/kit/ui/zh_cn.json" with { type: "json" };

/** The Chinese texts of the React islands on public pages. Browsers load them, so the long pages are not among them. */
export const texts = { entitlement, plan, subscription, support, ui: { ...lightUi, ...ui } };
