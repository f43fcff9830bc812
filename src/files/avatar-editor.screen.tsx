import "./files.css";
import { useState } from "react";
import { changeAvatar } from "#src/accounts/accounts.contract.ts";
import { useDeed } from "#src/api/caller.tsx";
import { CallProblem } from "#src/api/client.ts";
import { codes } from "#src/api/codes.ts";
import type { Texts } from "#src/api/envelope.ts";
import { problemTexts } from "#src/api/problem.rules.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Button } from "#src/ui/button.tsx";
import { Notice } from "#src/ui/notice.tsx";
import type { ChosenImage } from "./chosen-images.ts";
import { judgeFiles } from "./chosen-images.ts";
import { CropDialog } from "./crop-dialog.tsx";
import { ImagePicker } from "./image-picker.tsx";

interface AvatarEditorProps {
  /** PNG as base64; empty for none */
  readonly avatar: string;
  /** told of the new one, empty after it was removed */
  readonly onChanged: (avatarBase64: string) => void;
}

/** The own picture: chosen, cut to a square, kept at once; or taken away. */
export function AvatarEditor({ avatar, onChanged }: AvatarEditorProps) {
  const { t, locale } = useTranslation();
  const { perform, isPending } = useDeed(changeAvatar);
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
      setProblem(problemTexts(error) ?? error.msg);
    }
  };
  const take = async (files: readonly File[]) => {
    if (files.length === 0) return;
    const { taken, refused } = await judgeFiles(files, 1);
    const image = taken[0];
    const reason = refused[0]?.reason;
    setProblem(reason === undefined ? null : codes[reason]);
    if (image === undefined) return;
    // The server makes one still picture of a GIF.
    if (image.type === "image/gif") await send(image.file);
    else setChosen(image);
  };
  const cropped = (file: File | null) => {
    setChosen(null);
    if (file !== null) void send(file);
  };
  return (
    <div className="avatar-editor" role="group" aria-label={t("files.avatar.title")} aria-busy={isPending}>
      <div className="avatar-picture">
        {avatar === "" ? t("files.avatar.none") : <img src={`data:image/png;base64,${avatar}`} alt={t("files.avatar.title")} />}
      </div>
      <div className="avatar-controls">
        <div className="row">
          <ImagePicker text={t("files.avatar.change")} isMany={false} isDisabled={isPending} onFiles={(files) => void take(files)} />
          {avatar !== "" && (
            <Button isDisabled={isPending} onClick={() => void send(null)}>
              {t("files.avatar.remove")}
            </Button>
          )}
        </div>
        <p className="field-hint">{t("files.avatar.hint")}</p>
        {problem !== null && <Notice tone="bad" title={locale.startsWith("zh") ? problem.zh_cn : problem.en_us} />}
      </div>
      {chosen !== null && <CropDialog image={chosen} aspect={1} isRound mayUseWhole={false} onDone={cropped} />}
    </div>
  );
}
