import type { TextKey } from "#src/i18n/text-key.ts";
import type { Download } from "./downloads.contract.ts";

/** The text for what made a file; null for a job of a later version: its code is shown. */
export function kindKey(kind: string): TextKey | null {
  return kind === "audit.export" ? "downloads.kind.auditExport" : null;
}

/** Whether one of them is still being made: then it is worth asking again soon. */
export function isAnyUnderWay(rows: readonly Pick<Download, "status">[]): boolean {
  return rows.some(({ status }) => status === "queued" || status === "running");
}

/** Those that somebody who looks at the list has now seen: they have ended, and nobody has seen them yet. */
export function seenNow(rows: readonly Pick<Download, "status" | "is_seen" | "download_uuid">[]): string[] {
  return rows
    .filter(({ status, is_seen }) => !is_seen && (status === "ready" || status === "failed"))
    .map(({ download_uuid }) => download_uuid);
}
