import { useAppearance } from "#src/company/appearance/appearance.store.ts";
import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { printFile } from "#src/kit/ui/download-file.ts";
import { readCodeLabels } from "#src/warehouse/scanning/code-labels.storage.ts";
import { printReviewLabel } from "./review.contract.ts";

/** Prints the label that a review ends with, in the size that this device has chosen. */
export async function printLabel({ client }: Caller, reviewUuid: string): Promise<void> {
  const size = readCodeLabels();
  if (size === "none") return;
  const { language } = useAppearance.getState();
  await printFile(client, printReviewLabel, { review_uuid: reviewUuid, size, language });
}
