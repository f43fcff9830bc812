import type { ReactNode } from "react";
import { useRef } from "react";
import { useDeed } from "#src/api/caller.tsx";
import { CallProblem } from "#src/api/client.ts";
import { imageTypes } from "#src/files/files.rules.ts";
import { useUploads } from "#src/files/use-uploads.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { addPhotos } from "#src/receipts/receiving.contract.ts";
import { Button } from "#src/ui/button.tsx";
import { useToasts } from "#src/ui/toast.store.ts";
import type { OpenReceipt } from "./receive.rules.ts";

const accepted = imageTypes.map(({ contentType }) => contentType).join(",");

/**
 * Photos of the goods that are open, by the device's own camera: of the line that was counted last, or of the receipt as a whole.
 * @returns `take` opens the camera; `view` holds it, and what is on its way
 */
export function usePhotos(open: OpenReceipt | null): { take: () => void; view: ReactNode } {
  const { t, locale } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const show = useToasts((store) => store.show);
  const { perform } = useDeed(addPhotos);
  const keep = async (filename: string): Promise<void> => {
    if (open === null) return;
    const line = open.lineUuid === null ? {} : { line_uuid: open.lineUuid };
    try {
      await perform({ receipt_uuid: open.work.receipt_uuid, ...line, filenames: [filename] });
      show("good", t("receiving.photo.kept"));
    } catch (error) {
      // It was said as a toast.
      if (!(error instanceof CallProblem)) throw error;
    }
  };
  const { uploads, add, retry, drop } = useUploads((filename) => void keep(filename));
  const view = (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={accepted}
        capture="environment"
        aria-label={t("receiving.key.photo")}
        onChange={({ currentTarget }) => {
          for (const file of currentTarget.files ?? []) add(file);
          currentTarget.value = "";
        }}
      />
      {uploads.map((one) => (
        <div key={one.key} className="row" role="status">
          {one.problem === null ? (
            <span className="quiet">{t("receiving.photo.onItsWay")}</span>
          ) : (
            <>
              <span className="field-error">{locale.startsWith("zh") ? one.problem.zh_cn : one.problem.en_us}</span>
              <Button onClick={() => retry(one)}>{t("ui.retry")}</Button>
              <Button onClick={() => drop(one)}>{t("ui.cancel")}</Button>
            </>
          )}
        </div>
      ))}
    </>
  );
  return { take: () => input.current?.click(), view };
}
