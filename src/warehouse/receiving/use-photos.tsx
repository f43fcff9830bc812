import type { ReactNode } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { addPhotos } from "#src/warehouse/receipts/receiving.contract.ts";
import { useCamera } from "#src/warehouse/scanning/use-camera.tsx";
import type { Sent } from "#src/warehouse/scanning/use-scan-call.ts";
import { useScanCall } from "#src/warehouse/scanning/use-scan-call.ts";
import type { Work } from "#src/warehouse/scanning/use-work.ts";
import type { OpenReceipt } from "./receive.rules.ts";

/**
 * Takes photos with the device's camera, of the line counted last or of the whole receipt. They are queued like scans, and sent once, in order.
 * @returns `take` opens the camera; `view` renders it with the pending photos
 */
export function usePhotos(
  open: OpenReceipt | null,
  { toText, toRefusalText }: Pick<Work, "toText" | "toRefusalText">,
): { take: () => void; view: ReactNode } {
  const { t } = useTranslation();
  const show = useToasts((store) => store.show);
  const photographing = useScanCall(addPhotos);

  function tell(sent: Sent<unknown>): void {
    if (sent.kind === "done") show("good", t("receiving.photo.kept"));
    else show("bad", toText(sent.problem.msg));
  }

  return useCamera({ label: t("receiving.key.photo"), pending: t("receiving.photo.onItsWay") }, async (picture) => {
    if (open === null) return;
    if (picture === null) return show("bad", toRefusalText("files.notAnImage"));
    const { work, lines, lineUuid } = open;
    const about = lines.find(({ line_uuid }) => line_uuid === lineUuid)?.sku ?? work.receipt_number;
    const line = lineUuid === null ? {} : { line_uuid: lineUuid };
    const outcome = await photographing.perform(
      { receipt_uuid: work.receipt_uuid, ...line, filenames: [] },
      { label: t("receiving.photo.of", { about }), onLater: tell, picture },
    );
    if (outcome.kind === "waiting") show("normal", t("receiving.photo.waits"));
    else tell(outcome);
  });
}
