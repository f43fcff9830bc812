import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import Trash2 from "lucide-react/icons/trash-2";
import { pickText } from "#src/kit/lib/languages.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { IconButton } from "#src/kit/ui/icon-button.tsx";
import { StoredImage } from "./stored-image.tsx";
import { useBlobUrl } from "./use-blob-url.ts";
import type { Upload } from "./use-uploads.ts";

interface StoredPictureProps {
  readonly filename: string;
  readonly place: number;
  readonly of: number;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

/** A stored image with its actions. */
export function StoredPicture({ filename, place, of, onMove, onRemove }: StoredPictureProps) {
  const { t } = useTranslation();
  return (
    <li className="images-item">
      <div className="images-thumb">
        <StoredImage filename={filename} alt={t("files.images.stored", { place })} />
      </div>
      <div className="images-buttons">
        <IconButton
          icon={<ChevronLeft size={16} aria-hidden />}
          isDisabled={place === 1}
          label={t("files.images.earlier", { place })}
          onClick={() => onMove(-1)}
        />
        <IconButton
          icon={<ChevronRight size={16} aria-hidden />}
          isDisabled={place === of}
          label={t("files.images.later", { place })}
          onClick={() => onMove(1)}
        />
        <IconButton icon={<Trash2 size={16} aria-hidden />} label={t("files.images.remove", { place })} onClick={onRemove} />
      </div>
    </li>
  );
}

/** An image that is uploading, or whose upload failed, with the reason. */
export function UploadedPicture({ upload, onRetry, onDrop }: { upload: Upload; onRetry: () => void; onDrop: () => void }) {
  const { t, locale } = useTranslation();
  const { file, problem } = upload;
  const url = useBlobUrl(file);
  return (
    <li className="images-item" aria-busy={problem === null}>
      <div className="images-thumb">{url !== null && <img src={url} alt="" />}</div>
      {problem === null ? (
        <span role="status">{t("files.images.uploading", { name: file.name })}</span>
      ) : (
        <div role="alert">
          <p className="images-bad">{t("files.images.failed", { name: file.name })}</p>
          <p className="images-bad">{pickText(problem, locale)}</p>
        </div>
      )}
      <div className="images-buttons">
        {problem !== null && (
          <Button size="small" onClick={onRetry}>
            {t("files.images.retry")}
          </Button>
        )}
        <Button size="small" onClick={onDrop}>
          {t("files.images.drop")}
        </Button>
      </div>
    </li>
  );
}
