import { defineBackground } from "wxt/utils/define-background";
import { runBackground } from "#src/collect/collect.background.ts";

export default defineBackground({ persistent: { firefox: true, chrome: false }, main: runBackground });
