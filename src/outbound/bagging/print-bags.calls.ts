import { useAppearance } from "#src/company/appearance/appearance.store.ts";
import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { downloadFile, printFile } from "#src/kit/ui/download-file.ts";
import { printBaggedList, printBagTags } from "./bagging.contract.ts";
import type { BagRow } from "./bagging.contract.ts";
import { printManifest } from "./manifests.contract.ts";
import type { ManifestRow } from "./manifests.contract.ts";

/** Prints the tag of a bag in the current language. */
export async function printTag({ client }: Caller, { bag_uuid }: Pick<BagRow, "bag_uuid">): Promise<void> {
  const { language } = useAppearance.getState();
  await printFile(client, printBagTags, { bag_uuids: [bag_uuid], language });
}

/** Saves the list of a bag's parcels in the current language. */
export async function saveBagList({ client, scope }: Caller, { bag_number }: Pick<BagRow, "bag_number">): Promise<void> {
  const { language } = useAppearance.getState();
  const input = { bag_numbers: [bag_number], language, ...(scope.providerUuid === null ? {} : { provider_uuid: scope.providerUuid }) };
  await downloadFile(client, printBaggedList, input, (sent) => sent || `${bag_number}.pdf`);
}

/** Saves a manifest in the current language. */
export async function saveManifest(
  { client }: Caller,
  { manifest_uuid, manifest_number }: Pick<ManifestRow, "manifest_uuid" | "manifest_number">,
): Promise<void> {
  const { language } = useAppearance.getState();
  await downloadFile(client, printManifest, { manifest_uuid, language }, (sent) => sent || `${manifest_number}.pdf`);
}
