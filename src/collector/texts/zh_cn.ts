import collectDashboard from "#src/collector/collect/dashboard.zh_cn.json" with { type: "json" };
import collect from "#src/collector/collect/zh_cn.json" with { type: "json" };
import exporting from "#src/collector/export/zh_cn.json" with { type: "json" };
import importing from "#src/collector/review-import/zh_cn.json" with { type: "json" };
import plan from "#src/pro/plan/zh_cn.json" with { type: "json" };
import settingsDashboard from "#src/collector/settings/dashboard.zh_cn.json" with { type: "json" };
import settings from "#src/collector/settings/zh_cn.json" with { type: "json" };
import subscription from "#src/pro/subscription/zh_cn.json" with { type: "json" };
import lightUi from "#src/kit/ui/light/zh_cn.json" with { type: "json" };
import ui from "#src/kit/ui/zh_cn.json" with { type: "json" };

/** The Chinese texts of the slices that the extension draws, one key a slice. */
export const texts = {
  collect: { ...collect, ...collectDashboard },
  export: exporting,
  import: importing,
  plan,
  settings: { ...settings, ...settingsDashboard },
  subscription,
  ui: { ...lightUi, ...ui },
};
