import { getFileIndependently } from "#src/kit/files/files.contract.ts";
import type { Obstacle } from "#src/kit/ui/action/action.ts";
import { defineActions } from "#src/kit/ui/action/action.ts";
import type { Download } from "./downloads.contract.ts";
import { deleteDownloads, markDownloadsSeen } from "./downloads.contract.ts";

/** Actions on downloads. */
export const downloadsActions = defineActions({
  // There is no file to request until it is ready.
  save: {
    calls: [getFileIndependently],
    check: ({ status, filename }: Pick<Download, "status" | "filename">): Obstacle | null =>
      status === "ready" && filename !== "" ? null : { code: null, reason: { key: "downloads.notReady" } },
  },
  remove: { calls: [deleteDownloads] },
  markSeen: { calls: [markDownloadsSeen] },
});
