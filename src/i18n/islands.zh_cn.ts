import entitlement from "#src/entitlement/zh_cn.json" with { type: "json" };
import plan from "#src/plan/zh_cn.json" with { type: "json" };
import subscription from "#src/subscription/zh_cn.json" with { type: "json" };
import support from "#src/support/zh_cn.json" with { type: "json" };
import lightUi from "#src/ui/light/zh_cn.json" with { type: "json" };
import ui from "#src/ui/zh_cn.json" with { type: "json" };

/** The Chinese texts of what is React on the public pages: a browser loads these, so no long page is among them. */
export const texts = { entitlement, plan, subscription, support, ui: { ...lightUi, ...ui } };
