import type { TextKey } from "#src/kit/i18n/text-key.ts";
import type { Download } from "./downloads.contract.ts";

/** Returns the text key of the job that created a file; null for a job of a later version, whose code is shown. */
export function getKindKey(kind: string): TextKey | null {
  if (kind === "shipping-notices.export") return "downloads.kind.shippedExport";
  return kind === "audit.export" ? "downloads.kind.auditExport" : null;
}

/** Checks whether a file is still in progress, so that polling is worthwhile. */
export function isAnyUnderWay(rows: readonly Pick<Download, "status">[]): boolean {
  return rows.some(({ status }) => status === "queued" || status === "running");
}

/** Lists the finished downloads that nobody has seen yet. */
export function listUnseen(rows: readonly Pick<Download, "status" | "is_seen" | "download_uuid">[]): string[] {
  return rows
    .filter(({ status, is_seen }) => !is_seen && (status === "ready" || status === "failed"))
    .map(({ download_uuid }) => download_uuid);
}
