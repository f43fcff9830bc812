import collect from "#src/collect/en_us.json" with { type: "json" };
import settings from "#src/settings/en_us.json" with { type: "json" };
import ui from "#src/ui/light/en_us.json" with { type: "json" };

/** The texts of the slices that the popup draws. */
export const texts = { collect, settings, ui };
