import { useAppearance } from "#src/company/appearance/appearance.store.ts";
import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { printFile } from "#src/kit/ui/download-file.ts";
import { codeLabelSizes } from "#src/warehouse/printing/label-templates.rules.ts";
import { readCodeLabels } from "#src/warehouse/scanning/code-labels.storage.ts";
import { printBoxLabels } from "./boxes.contract.ts";
import type { Box } from "./boxes.contract.ts";

/**
 * Prints the labels of boxes and consumables, in the size that this device has chosen. A device that prints no labels by itself prints these in the usual size:
 * somebody asked for them.
 */
export async function printBoxCodes({ client }: Caller, boxes: readonly Pick<Box, "box_uuid">[]): Promise<void> {
  const chosen = readCodeLabels();
  const { language } = useAppearance.getState();
  const box_uuids = boxes.map(({ box_uuid }) => box_uuid);
  await printFile(client, printBoxLabels, { box_uuids, size: chosen === "none" ? codeLabelSizes[0] : chosen, language });
}
