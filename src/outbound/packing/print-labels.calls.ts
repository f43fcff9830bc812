import { useAppearance } from "#src/company/appearance/appearance.store.ts";
import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { printFile } from "#src/kit/ui/download-file.ts";
import { readCodeLabels } from "#src/warehouse/scanning/code-labels.storage.ts";
import { printParcelLabels } from "./packing.contract.ts";
import type { Parcel } from "./packing.contract.ts";

/** Prints the labels of parcels, in the size that this device has chosen. */
export async function printCodeLabels({ client }: Caller, parcels: readonly Pick<Parcel, "parcel_uuid">[]): Promise<void> {
  const size = readCodeLabels();
  if (size === "none" || parcels.length === 0) return;
  const { language } = useAppearance.getState();
  await printFile(client, printParcelLabels, { parcel_uuids: parcels.map(({ parcel_uuid }) => parcel_uuid), size, language });
}
