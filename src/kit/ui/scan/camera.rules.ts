/** Why the camera does not read; its words are `scan.camera.<name>`, but for `notLoaded`: the part that reads codes could not be loaded. */
export type CameraProblem = "insecure" | "none" | "refused" | "busy" | "failed" | "notLoaded";

/** What a browser's refusal to open the camera means (W3C, Media Capture and Streams, `getUserMedia`). */
export function toCameraProblem(errorName: string): CameraProblem {
  if (errorName === "ChunkError") return "notLoaded";
  if (errorName === "NotAllowedError" || errorName === "SecurityError") return "refused";
  if (errorName === "NotFoundError" || errorName === "OverconstrainedError") return "none";
  return errorName === "NotReadableError" || errorName === "AbortError" ? "busy" : "failed";
}
