import collect from "#src/collect/zh_cn.json" with { type: "json" };
import settings from "#src/settings/zh_cn.json" with { type: "json" };
import ui from "#src/ui/light/zh_cn.json" with { type: "json" };

/** The texts of the slices that the popup draws. */
export const texts = { collect, settings, ui };
