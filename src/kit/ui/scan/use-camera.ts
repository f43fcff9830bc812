import type { RefObject } from "react";
import { useEffect, useRef, useState } from "react";
import { pause } from "#src/kit/lib/pause.ts";
import type { CameraProblem } from "./camera.rules.ts";
import { toCameraProblem } from "./camera.rules.ts";
import { openFrameReader } from "./frame-reader.ts";

/** Between two looks at the picture: as often as a hand-held bears. */
const lookEveryMs = 120;

/** Opens the camera that looks away from the person. @throws DOMException as getUserMedia does */
function openStream(): Promise<MediaStream> {
  return navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: { ideal: "environment" }, width: { ideal: 1280 } } });
}

/** Whether the page may ask for a camera at all: browsers hand none to plain http. */
function mayAsk(): boolean {
  return globalThis.isSecureContext && "mediaDevices" in navigator;
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/**
 * Shows the camera in a video and tells the first code that comes into sight. The camera is given back when the component goes.
 * @returns why there is no picture; null while there is, or may be soon
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
        await pause(lookEveryMs);
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
