import collect from "#src/collector/collect/en_us.json" with { type: "json" };
import settings from "#src/collector/settings/en_us.json" with { type: "json" };
import ui from "#src/kit/ui/light/en_us.json" with { type: "json" };

/** The texts of the slices that the popup draws. */
export const texts = { collect, settings, ui };
