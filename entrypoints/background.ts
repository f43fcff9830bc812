import { defineBackground } from "wxt/utils/define-background";
import { runBackground } from "#src/collector/collect/run-background.ts";
import { deliverExport, listenForExportMessages } from "#src/collector/export/offscreen-document.ts";
import { translator } from "#src/collector/texts/texts.ts";

export default defineBackground({
  persistent: { firefox: true, chrome: false },
  main: () => runBackground({ deliverExport, listenForExportMessages, translator }),
});
