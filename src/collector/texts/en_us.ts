import collectDashboard from "#src/collector/collect/dashboard.en_us.json" with { type: "json" };
import collect from "#src/collector/collect/en_us.json" with { type: "json" };
import exporting from "#src/collector/export/en_us.json" with { type: "json" };
import importing from "#src/collector/review-import/en_us.json" with { type: "json" };
import plan from "#src/pro/plan/en_us.json" with { type: "json" };
import settingsDashboard from "#src/collector/settings/dashboard.en_us.json" with { type: "json" };
import settings from "#src/collector/settings/en_us.json" with { type: "json" };
import subscription from "#src/pro/subscription/en_us.json" with { type: "json" };
import lightUi from "#src/kit/ui/light/en_us.json" with { type: "json" };
import ui from "#src/kit/ui/en_us.json" with { type: "json" };

/** The English texts of the slices that the extension draws, one key a slice. */
export const texts = {
  collect: { ...collect, ...collectDashboard },
  export: exporting,
  import: importing,
  plan,
  settings: { ...settings, ...settingsDashboard },
  subscription,
  ui: { ...lightUi, ...ui },
};
