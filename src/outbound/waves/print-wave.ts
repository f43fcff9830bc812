import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { useAppearance } from "#src/company/appearance/appearance.store.ts";
import { downloadFile } from "#src/kit/ui/download-file.ts";
import { markWavePrinted, printPickLists, printWaveOrders } from "./waves.contract.ts";
import type { WaveRow } from "./waves.contract.ts";

/**
 * Saves a wave's pick lists or packing slips in the current language, and marks the wave as printed.
 * @param taskUuids the tours whose pick lists are wanted; all by default
 */
export async function printWave(
  { client }: Caller,
  what: "pickLists" | "packingSlips",
  { wave_uuid, wave_number }: Pick<WaveRow, "wave_uuid" | "wave_number">,
  taskUuids: readonly string[] = [],
): Promise<void> {
  const { language } = useAppearance.getState();
  const name = (sent: string): string => sent || `${wave_number}.pdf`;
  const problem =
    what === "pickLists"
      ? await downloadFile(client, printPickLists, { wave_uuid, task_uuids: [...taskUuids], language }, name)
      : await downloadFile(client, printWaveOrders, { wave_uuid, language }, name);
  if (problem === null) await client.call(markWavePrinted, { wave_uuid });
}
