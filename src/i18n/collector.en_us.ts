import collectDashboard from "#src/collect/dashboard.en_us.json" with { type: "json" };
import collect from "#src/collect/en_us.json" with { type: "json" };
import exporting from "#src/export/en_us.json" with { type: "json" };
import importing from "#src/import/en_us.json" with { type: "json" };
import plan from "#src/plan/en_us.json" with { type: "json" };
import settingsDashboard from "#src/settings/dashboard.en_us.json" with { type: "json" };
import settings from "#src/settings/en_us.json" with { type: "json" };
import subscription from "#src/subscription/en_us.json" with { type: "json" };
import lightUi from "#src/ui/light/en_us.json" with { type: "json" };
import ui from "#src/ui/en_us.json" with { type: "json" };

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
