/** Why the camera cannot scan. The text is `scan.camera.<name>`; `notLoaded`, when the barcode reader could not be loaded, has none. */
export type CameraProblem = "insecure" | "none" | "refused" | "busy" | "failed" | "notLoaded";

/** Maps the error of `getUserMedia` (W3C, Media Capture and Streams) to a problem. */
export function toCameraProblem(errorName: string): CameraProblem {
  if (errorName === "ChunkError") return "notLoaded";
  if (errorName === "NotAllowedError" || errorName === "SecurityError") return "refused";
  if (errorName === "NotFoundError" || errorName === "OverconstrainedError") return "none";
  return errorName === "NotReadableError" || errorName === "AbortError" ? "busy" : "failed";
}
