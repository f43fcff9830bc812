import "./files.css";
import RotateCw from "lucide-react/icons/rotate-cw";
import { Suspense, useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Dialog } from "#src/kit/ui/dialog.tsx";
import { lazyPart } from "#src/kit/ui/lazy-part.ts";
import { Select } from "#src/kit/ui/select.tsx";
import { Slider } from "#src/kit/ui/slider.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import type { ChosenImage } from "./chosen-images.ts";
import type { Area, AspectName, Turn } from "./crop.rules.ts";
import { aspects, nextTurn } from "./crop.rules.ts";
import { cutImage } from "./image-canvas.ts";
import { useBlobUrl } from "./use-blob-url.ts";

const CropArea = lazyPart(async () => (await import("./cropper.tsx")).CropArea);

interface CropDialogProps {
  readonly image: ChosenImage;
  /** width divided by height; without it the user chooses */
  readonly aspect?: number;
  readonly isRound?: boolean;
  /** whether the user may upload the image uncropped */
  readonly mayUseWhole: boolean;
  /** receives the file to upload; null if the user cancels */
  readonly onDone: (file: File | null) => void;
}

/** Crops an image before the upload: aspect ratio, position, zoom and quarter turns. */
export function CropDialog({ image, aspect, isRound = false, mayUseWhole, onDone }: CropDialogProps) {
  const { t } = useTranslation();
  const url = useBlobUrl(image.file);
  const [shape, setShape] = useState<AspectName>("own");
  const [zoom, setZoom] = useState(1);
  const [turn, setTurn] = useState<Turn>(0);
  const [area, setArea] = useState<Area | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const ratio = aspect ?? aspects.find(({ name }) => name === shape)?.ratio ?? null;
  const cut = async () => {
    if (area === null || isBusy) return;
    setBusy(true);
    try {
      onDone(await cutImage(image.file, image.type, area, turn));
    } catch {
      setFailed(true);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t("files.crop.title")}
      closeText={t("files.crop.cancel")}
      onClose={() => onDone(null)}
      actions={
        <>
          {mayUseWhole && <Button onClick={() => onDone(image.file)}>{t("files.crop.whole")}</Button>}
          <Button tone="primary" isDisabled={area === null} isPending={isBusy} onClick={() => void cut()}>
            {t("files.crop.use")}
          </Button>
        </>
      }
    >
      <div className="crop-area">
        {url !== null && (
          <Suspense fallback={null}>
            <CropArea url={url} aspect={ratio} zoom={zoom} turn={turn} isRound={isRound} onZoom={setZoom} onArea={setArea} />
          </Suspense>
        )}
      </div>
      <div className="crop-controls">
        {aspect === undefined && (
          <Select
            label={t("files.crop.form")}
            className="crop-shape"
            value={shape}
            options={aspects.map(({ name }) => ({ value: name, text: t(`files.crop.aspect.${name}`) }))}
            onValue={setShape}
          />
        )}
        <div className="crop-zoom">
          <Slider
            label={t("files.crop.zoom")}
            min={1}
            max={8}
            step={0.1}
            value={zoom}
            onNumber={setZoom}
            format={{ style: "percent", maximumFractionDigits: 0 }}
          />
        </div>
        <Button onClick={() => setTurn(nextTurn(turn))}>
          <RotateCw size={16} aria-hidden />
          {t("files.crop.turn")}
        </Button>
      </div>
      {hasFailed && <Notice tone="bad" title={t("files.crop.failed")} />}
    </Dialog>
  );
}
