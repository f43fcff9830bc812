import "./avatar-editor.css";
import { useState } from "react";
import { changeAvatar } from "./accounts.contract.ts";
import { useCallMutation } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import { getCodeTexts } from "#src/kit/api/get-code-texts.ts";
import type { Texts } from "#src/kit/api/envelope.ts";
import { getProblemTexts } from "#src/kit/api/problem.rules.ts";
import { pickText } from "#src/kit/lib/languages.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import type { ChosenImage } from "#src/kit/files/chosen-images.ts";
import { checkFiles } from "#src/kit/files/chosen-images.ts";
import { CropDialog } from "#src/kit/files/crop-dialog.tsx";
import { ImagePicker } from "#src/kit/files/image-picker.tsx";

interface AvatarEditorProps {
  /** PNG as base64; empty for none */
  readonly avatar: string;
  /** receives the new picture, empty after removal */
  readonly onChanged: (avatarBase64: string) => void;
}

/** The user's picture: choose, crop to a square and save at once, or remove. */
export function AvatarEditor({ avatar, onChanged }: AvatarEditorProps) {
  const { t, locale } = useTranslation();
  const { perform, isPending } = useCallMutation(changeAvatar);
  const [chosen, setChosen] = useState<ChosenImage | null>(null);
  const [problem, setProblem] = useState<Texts | null>(null);
  const send = async (file: File | null) => {
    setProblem(null);
    try {
      const files = file === null ? [] : [{ field: "image", file, name: file.name }];
      const { avatar_base64 } = await perform({}, { files, isQuiet: true });
      onChanged(avatar_base64);
    } catch (error) {
      if (!(error instanceof CallProblem)) throw error;
      setProblem(getProblemTexts(error) ?? error.msg);
    }
  };
  const take = async (files: readonly File[]) => {
    if (files.length === 0) return;
    const { taken, refused } = await checkFiles(files, 1);
    const image = taken[0];
    const reason = refused[0]?.reason;
    setProblem(reason === undefined ? null : getCodeTexts(reason));
    if (image === undefined) return;
    // The server converts a GIF to a still picture.
    if (image.type === "image/gif") await send(image.file);
    else setChosen(image);
  };
  const cropped = (file: File | null) => {
    setChosen(null);
    if (file !== null) void send(file);
  };
  return (
    <div className="avatar-editor" role="group" aria-label={t("accounts.avatar.title")} aria-busy={isPending}>
      <div className="avatar-picture">
        {avatar === "" ? t("accounts.avatar.none") : <img src={`data:image/png;base64,${avatar}`} alt={t("accounts.avatar.title")} />}
      </div>
      <div className="avatar-controls">
        <div className="row">
          <ImagePicker text={t("accounts.avatar.change")} isMany={false} isDisabled={isPending} onFiles={(files) => void take(files)} />
          {avatar !== "" && (
            <Button isDisabled={isPending} onClick={() => void send(null)}>
              {t("accounts.avatar.remove")}
            </Button>
          )}
        </div>
        <p className="field-hint">{t("accounts.avatar.hint")}</p>
        {problem !== null && <Notice tone="bad" title={pickText(problem, locale)} />}
      </div>
      {chosen !== null && <CropDialog image={chosen} aspect={1} isRound mayUseWhole={false} onDone={cropped} />}
    </div>
  );
}
