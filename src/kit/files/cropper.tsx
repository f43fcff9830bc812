import "react-easy-crop/react-easy-crop.css";
import { useState } from "react";
import Cropper from "react-easy-crop";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Area, Turn } from "./crop.rules.ts";

interface CropAreaProps {
  readonly url: string;
  /** width divided by height; null for the image's own */
  readonly aspect: number | null;
  readonly zoom: number;
  readonly turn: Turn;
  readonly isRound: boolean;
  readonly onZoom: (zoom: number) => void;
  readonly onArea: (area: Area) => void;
}

/** Selects the area to keep, by mouse, touch, wheel or arrow keys. Loaded as a separate chunk, because few users crop. */
export function CropArea({ url, aspect, zoom, turn, isRound, onZoom, onArea }: CropAreaProps) {
  const { t } = useTranslation();
  const [place, setPlace] = useState({ x: 0, y: 0 });
  const [own, setOwn] = useState(1);
  const ownTurned = turn === 90 || turn === 270 ? 1 / own : own;
  return (
    <Cropper
      image={url}
      crop={place}
      zoom={zoom}
      minZoom={1}
      maxZoom={8}
      rotation={turn}
      aspect={aspect ?? ownTurned}
      cropShape={isRound ? "round" : "rect"}
      // The content security policy blocks an injected style element; our style sheet has the same rules.
      disableAutomaticStylesInjection
      cropperProps={{ role: "group", "aria-label": t("files.crop.area") }}
      onMediaLoaded={({ naturalWidth, naturalHeight }) => setOwn(naturalWidth / naturalHeight)}
      onCropChange={setPlace}
      onZoomChange={onZoom}
      onCropComplete={(_percent, pixels) => onArea(pixels)}
      onCropAreaChange={(_percent, pixels) => onArea(pixels)}
    />
  );
}
