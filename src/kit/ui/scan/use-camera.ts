import type { RefObject } from "react";
import { useEffect, useRef, useState } from "react";
import { pause } from "#src/kit/lib/pause.ts";
import type { CameraProblem } from "./camera.rules.ts";
import { toCameraProblem } from "./camera.rules.ts";
import { openFrameReader } from "./frame-reader.ts";

/** Pause between two frames that are read, in ms: as short as a hand-held can manage. */
const scanEveryMs = 120;

/** Opens the rear camera. @throws DOMException as getUserMedia does */
function openStream(): Promise<MediaStream> {
  return navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: { ideal: "environment" }, width: { ideal: 1280 } } });
}

/** Whether the page may ask for a camera: browsers refuse on plain http. */
function mayAsk(): boolean {
  return globalThis.isSecureContext && "mediaDevices" in navigator;
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/**
 * Shows the camera in a video element and reports the first code that it reads. Stops the camera when the component unmounts.
 * @returns why there is no video; null while there is one or the camera is being opened
 */
export function useCamera(videoRef: RefObject<HTMLVideoElement | null>, onCode: (code: string) => void): CameraProblem | null {
  const [problem, setProblem] = useState<CameraProblem | null>(mayAsk() ? null : "insecure");
  const told = useRef(onCode);
  useEffect(() => {
    told.current = onCode;
  }, [onCode]);

  useEffect(() => {
    if (!mayAsk()) return undefined;
    const gone = new AbortController();
    async function look(element: HTMLVideoElement): Promise<void> {
      const read = await openFrameReader();
      while (!gone.signal.aborted) {
        const code = element.readyState >= element.HAVE_CURRENT_DATA ? await read(element).catch(() => null) : null;
        if (gone.signal.aborted) return;
        if (code !== null && code !== "") return told.current(code);
        await pause(scanEveryMs);
      }
    }
    async function open(): Promise<void> {
      const stream = await openStream();
      gone.signal.addEventListener("abort", () => stop(stream));
      const element = videoRef.current;
      if (gone.signal.aborted || element === null) return stop(stream);
      element.srcObject = stream;
      await element.play();
      await look(element);
    }
    open().catch((error: unknown) => {
      if (!gone.signal.aborted) setProblem(toCameraProblem(error instanceof Error ? error.name : ""));
    });
    return () => gone.abort();
  }, [videoRef]);
  return problem;
}
