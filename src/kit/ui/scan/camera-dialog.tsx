import { useRef } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { ChunkNotice } from "#src/kit/ui/chunk-notice.tsx";
import { Dialog } from "#src/kit/ui/dialog.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { useCamera } from "./use-camera.ts";

interface CameraDialogProps {
  /** what to scan */
  readonly label: string;
  readonly onCode: (code: string) => void;
  readonly onClose: () => void;
}

/** Scans with the camera. Open it only on a click: the browser asks the user for permission. */
export function CameraDialog({ label, onCode, onClose }: CameraDialogProps) {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  const problem = useCamera(video, onCode);
  return (
    <Dialog title={t("scan.camera.title")} actions={null} closeText={t("ui.close")} onClose={onClose}>
      {problem === "notLoaded" ? (
        <ChunkNotice />
      ) : problem === null ? (
        <>
          <p>{t("scan.camera.hold", { label })}</p>
          {/* A live video without sound: there is nothing to caption. */}
          <video ref={video} className="camera-view" aria-label={t("scan.camera.title")} muted playsInline />
        </>
      ) : (
        <Notice tone="bad" title={t(`scan.camera.${problem}.title`)}>
          <p>{t(`scan.camera.${problem}.text`)}</p>
        </Notice>
      )}
    </Dialog>
  );
}
