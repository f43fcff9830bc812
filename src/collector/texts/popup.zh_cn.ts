import collect from "#src/collector/collect/zh_cn.json" with { type: "json" };
import settings from "#src/collector/settings/zh_cn.json" with { type: "json" };
import ui from "#src/kit/ui/light/zh_cn.json" with { type: "json" };

/** The texts of the slices that the popup draws. */
export const texts = { collect, settings, ui };
