import type { ReactNode } from "react";
import { useRef, useState } from "react";
import { imageTypes } from "#src/kit/files/files.rules.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { addPhotos } from "#src/warehouse/receipts/receiving.contract.ts";
import type { Sent } from "#src/warehouse/scanning/use-scan-call.ts";
import { useScanCall } from "#src/warehouse/scanning/use-scan-call.ts";
import { FileInput } from "#src/kit/ui/file-input.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import type { OpenReceipt } from "./receive.rules.ts";
import { shrinkPicture } from "./shrink-picture.ts";
import type { Work } from "#src/warehouse/scanning/use-work.ts";

const accepted = imageTypes.map(({ contentType }) => contentType).join(",");

/**
 * Takes photos with the device's camera, of the line counted last or of the whole receipt. They are queued like scans, and sent once, in order.
 * @returns `take` opens the camera; `view` renders it with the pending photos
 */
export function usePhotos(
  open: OpenReceipt | null,
  { toText, toRefusalText }: Pick<Work, "toText" | "toRefusalText">,
): { take: () => void; view: ReactNode } {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [underWay, setUnderWay] = useState(0);
  const show = useToasts((store) => store.show);
  const photographing = useScanCall(addPhotos);

  function tell(sent: Sent<unknown>): void {
    if (sent.kind === "done") show("good", t("receiving.photo.kept"));
    else show("bad", toText(sent.problem.msg));
  }

  async function keep(file: File, { work, lines, lineUuid }: OpenReceipt): Promise<void> {
    const picture = await shrinkPicture(file);
    if (picture === null) return show("bad", toRefusalText("files.notAnImage"));
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
