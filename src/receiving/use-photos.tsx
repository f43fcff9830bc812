import type { ReactNode } from "react";
import { useRef, useState } from "react";
import { imageTypes } from "#src/files/files.rules.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { addPhotos } from "#src/receipts/receiving.contract.ts";
import type { Sent } from "#src/scanning/use-scan-call.ts";
import { useScanCall } from "#src/scanning/use-scan-call.ts";
import { FileInput } from "#src/ui/file-input.tsx";
import { useToasts } from "#src/ui/toast.store.ts";
import type { OpenReceipt } from "./receive.rules.ts";
import { smallPicture } from "./small-picture.ts";
import type { Work } from "./use-work.ts";

const accepted = imageTypes.map(({ contentType }) => contentType).join(",");

/**
 * Photos of the goods that are open, by the device's own camera: of the line that was counted last, or of the receipt as a whole. They go the way of
 * scans: kept on the device first, sent in their turn, once.
 * @returns `take` opens the camera; `view` holds it, and what is on its way
 */
export function usePhotos(
  open: OpenReceipt | null,
  { said, saidOf }: Pick<Work, "said" | "saidOf">,
): { take: () => void; view: ReactNode } {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [underWay, setUnderWay] = useState(0);
  const show = useToasts((store) => store.show);
  const photographing = useScanCall(addPhotos);

  function tell(sent: Sent<unknown>): void {
    if (sent.kind === "done") show("good", t("receiving.photo.kept"));
    else show("bad", said(sent.problem.msg));
  }

  async function keep(file: File, { work, lines, lineUuid }: OpenReceipt): Promise<void> {
    const picture = await smallPicture(file);
    if (picture === null) return show("bad", saidOf("files.notAnImage"));
    const about = lines.find(({ line_uuid }) => line_uuid === lineUuid)?.sku ?? work.receipt_number;
    const line = lineUuid === null ? {} : { line_uuid: lineUuid };
    const outcome = await photographing.perform(
      { receipt_uuid: work.receipt_uuid, ...line, filenames: [] },
      { label: t("receiving.photo.of", { about }), onLater: tell, picture },
    );
    if (outcome.kind === "waiting") show("normal", t("receiving.photo.waits"));
    else tell(outcome);
  }

  function take(file: File): void {
    if (open === null) return;
    setUnderWay((count) => count + 1);
    void keep(file, open).finally(() => setUnderWay((count) => count - 1));
  }

  const view = (
    <>
      <FileInput
        ref={input}
        label={t("receiving.key.photo")}
        accept={accepted}
        isCamera
        onFiles={(files) => {
          for (const file of files) take(file);
        }}
      />
      {underWay > 0 && (
        <p className="quiet" role="status">
          {t("receiving.photo.onItsWay")}
        </p>
      )}
    </>
  );
  return { take: () => input.current?.click(), view };
}
