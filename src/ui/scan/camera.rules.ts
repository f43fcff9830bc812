/** Why the camera does not open; its words are `scan.camera.<name>`. */
export type CameraProblem = "insecure" | "none" | "refused" | "busy" | "failed";

/** What a browser's refusal to open the camera means (W3C, Media Capture and Streams, `getUserMedia`). */
export function cameraProblemOf(errorName: string): CameraProblem {
  if (errorName === "NotAllowedError" || errorName === "SecurityError") return "refused";
  if (errorName === "NotFoundError" || errorName === "OverconstrainedError") return "none";
  return errorName === "NotReadableError" || errorName === "AbortError" ? "busy" : "failed";
}
