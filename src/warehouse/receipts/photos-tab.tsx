import { useCaller, useCallMutation } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import { useAppearance } from "#src/company/appearance/appearance.store.ts";
import { StoredImage } from "#src/kit/files/stored-image.tsx";
import { ImagePicker } from "#src/kit/files/image-picker.tsx";
import { useUploads } from "#src/kit/files/use-uploads.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatInstant } from "#src/kit/lib/formats.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { getObstacle } from "#src/kit/ui/action/action.ts";
import { Button } from "#src/kit/ui/button.tsx";
import type { ReceiptDetail } from "./receipts.contract.ts";
import { receiptActions } from "./receipts.actions.ts";
import { addPhotos } from "./receiving.contract.ts";

/** Photos of the received goods. Staff add them by camera or from files; the owner views them. */
export function PhotosTab({ of, onChanged }: { of: ReceiptDetail; onChanged: () => void }) {
  const { t, locale } = useTranslation();
  const { language } = useAppearance();
  const caller = useCaller();
  const { perform } = useCallMutation(addPhotos);
  const mayAdd = getObstacle(receiptActions.photograph, of, caller) === null;
  const add = async (filename: string) => {
    try {
      await perform({ receipt_uuid: of.receipt_uuid, filenames: [filename] });
    } catch (error) {
      // A toast has reported it.
      if (!(error instanceof CallProblem)) throw error;
    } finally {
      onChanged();
    }
  };
  const { uploads, add: upload, retry, drop } = useUploads((filename) => void add(filename));
  return (
    <div className="stack">
      <div className="row">
        {mayAdd ? (
          <ImagePicker text={t("receipts.photos.add")} isMany onFiles={(files) => files.forEach(upload)} />
        ) : (
          <ActionButton of={receiptActions.photograph} subject={of}>
            {t("receipts.photos.add")}
          </ActionButton>
        )}
      </div>
      {uploads.map((one) => (
        <div key={one.key} className="row" role="status">
          <span>{one.file.name}</span>
          {one.problem === null ? (
            <span className="quiet">{t("receipts.photos.onItsWay")}</span>
          ) : (
            <>
              <span className="field-error">{one.problem[language]}</span>
              <Button onClick={() => retry(one)}>{t("receipts.photos.again")}</Button>
              <Button onClick={() => drop(one)}>{t("ui.cancel")}</Button>
            </>
          )}
        </div>
      ))}
      {of.photos.length === 0 ? (
        <p className="quiet">{t("receipts.none.photos")}</p>
      ) : (
        <ul className="receipt-photos">
          {of.photos.map(({ photo_uuid, filename, at, taken_by, line_uuid }) => {
            const sku = of.lines.find((line) => line.line_uuid === line_uuid)?.sku ?? "";
            const about = [sku, formatInstant(at, locale), taken_by].filter((text) => text !== "").join(" · ");
            return (
              <li key={photo_uuid}>
                <StoredImage filename={filename} alt={t("receipts.photos.alt", { about })} />
                <span className="quiet small">{about}</span>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
