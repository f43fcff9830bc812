import collectDashboard from "#src/collect/dashboard.zh_cn.json" with { type: "json" };
import collect from "#src/collect/zh_cn.json" with { type: "json" };
import exporting from "#src/export/zh_cn.json" with { type: "json" };
import importing from "#src/import/zh_cn.json" with { type: "json" };
import plan from "#src/plan/zh_cn.json" with { type: "json" };
import settingsDashboard from "#src/settings/dashboard.zh_cn.json" with { type: "json" };
import settings from "#src/settings/zh_cn.json" with { type: "json" };
import subscription from "#src/subscription/zh_cn.json" with { type: "json" };
import lightUi from "#src/ui/light/zh_cn.json" with { type: "json" };
import ui from "#src/ui/zh_cn.json" with { type: "json" };

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
