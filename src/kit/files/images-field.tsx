import "./files.css";
import type { ClipboardEvent, DragEvent } from "react";
import { useEffect, useRef, useState } from "react";
import { getCodeTexts } from "#src/kit/api/get-code-texts.ts";
import { pickText } from "#src/kit/lib/languages.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { FieldGroup } from "#src/kit/ui/form/field-group.tsx";
import type { KindProps } from "#src/kit/ui/form/field-kinds.ts";
import type { ChosenImage, RefusedFile } from "./chosen-images.ts";
import { checkFiles } from "./chosen-images.ts";
import { moveItem } from "./crop.rules.ts";
import { CropDialog } from "./crop-dialog.tsx";
import { maxImagesPerField } from "./files.rules.ts";
import { ImagePicker } from "./image-picker.tsx";
import { StoredPicture, UploadedPicture } from "./image-items.tsx";
import { useUploads } from "./use-uploads.ts";

function getNames(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

function Refusals({ refused, most }: { refused: readonly RefusedFile[]; most: number }) {
  const { t, locale } = useTranslation();
  const getReason = ({ reason }: RefusedFile): string => {
    if (reason === "files.tooManyImages") return t("files.images.tooMany", { most });
    return pickText(getCodeTexts(reason), locale);
  };
  return (
    <div role="alert">
      {refused.map((one) => (
        <p key={one.name} className="images-bad">
          {t("files.images.refused", { name: one.name, reason: getReason(one) })}
        </p>
      ))}
    </div>
  );
}

/**
 * A form field of the kind `images`: chosen, dropped or pasted images are checked, cropped, uploaded one by one, and can be reordered. Its value is the
 * stored names.
 */
export function ImagesField({ field, value, onChange, onLeave, onHold, ...group }: KindProps) {
  const { t } = useTranslation();
  const most = field.kind === "images" ? Math.min(field.most, maxImagesPerField) : maxImagesPerField;
  const stored = getNames(value);
  // Several uploads may end between two renders: each adds to the names that the previous one left.
  const latest = useRef(stored);
  useEffect(() => {
    latest.current = getNames(value);
  }, [value, latest]);
  const change = (names: string[]) => {
    latest.current = names;
    onChange(names);
  };
  const { uploads, add, retry, drop } = useUploads((filename) => change([...latest.current, filename]));
  const [waiting, setWaiting] = useState<readonly ChosenImage[]>([]);
  const [refused, setRefused] = useState<readonly RefusedFile[]>([]);
  const [isOver, setOver] = useState(false);
  const isHeld = uploads.some(({ problem }) => problem === null) || waiting.length > 0;
  useHold(isHeld, onHold);

  const room = most - stored.length - uploads.length - waiting.length;
  const take = async (files: readonly File[]) => {
    if (files.length === 0) return;
    const judged = await checkFiles(files, room);
    setRefused(judged.refused);
    // Cropping would drop the animation of a GIF, so it is uploaded whole.
    for (const { file, type } of judged.taken) if (type === "image/gif") add(file);
    setWaiting((now) => [...now, ...judged.taken.filter(({ type }) => type !== "image/gif")]);
  };
  const cropped = (file: File | null) => {
    setWaiting((now) => now.slice(1));
    if (file !== null) add(file);
    onLeave();
  };
  const hearDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take([...event.dataTransfer.files]);
  };
  const hearPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    void take(files);
  };
  const next = waiting[0];
  return (
    <FieldGroup {...group}>
      <div
        className={isOver ? "images-field images-field-over" : "images-field"}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={hearDrop}
        onPaste={hearPaste}
      >
        <ImagePicker
          id={group.id}
          text={t("files.images.choose")}
          isMany={most > 1}
          isDisabled={room <= 0}
          onFiles={(files) => void take(files)}
        />
        <p className="field-hint">{t("files.images.hint")}</p>
        {refused.length > 0 && <Refusals refused={refused} most={most} />}
        {stored.length + uploads.length > 0 && (
          <ul className="images-list" aria-label={t("files.images.list")}>
            {stored.map((filename, index) => (
              <StoredPicture
                key={filename}
                filename={filename}
                place={index + 1}
                of={stored.length}
                onMove={(by) => change(moveItem(stored, index, by))}
                onRemove={() => change(stored.filter((other) => other !== filename))}
              />
            ))}
            {uploads.map((upload) => (
              <UploadedPicture key={upload.key} upload={upload} onRetry={() => retry(upload)} onDrop={() => drop(upload)} />
            ))}
          </ul>
        )}
        {next !== undefined && <CropDialog key={`${next.file.name} ${String(waiting.length)}`} image={next} mayUseWhole onDone={cropped} />}
      </div>
    </FieldGroup>
  );
}

/** Reports to the form while an upload or a crop is pending. */
function useHold(isHeld: boolean, onHold: (isHeld: boolean) => void): void {
  const tell = useRef(onHold);
  useEffect(() => {
    tell.current = onHold;
  }, [onHold]);
  useEffect(() => {
    tell.current(isHeld);
  }, [isHeld]);
}
