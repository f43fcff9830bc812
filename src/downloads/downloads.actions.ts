import { getFileIndependently } from "#src/files/files.contract.ts";
import type { Obstacle } from "#src/ui/action/action.ts";
import { defineActions } from "#src/ui/action/action.ts";
import type { Download } from "./downloads.contract.ts";
import { deleteDownloads, markDownloadsSeen } from "./downloads.contract.ts";

/** What can be done with finished files. */
export const downloadsActions = defineActions({
  // Until it is ready there is no file that a call could name.
  save: {
    calls: [getFileIndependently],
    check: ({ status, filename }: Pick<Download, "status" | "filename">): Obstacle | null =>
      status === "ready" && filename !== "" ? null : { code: null, reason: { key: "downloads.notReady" } },
  },
  remove: { calls: [deleteDownloads] },
  markSeen: { calls: [markDownloadsSeen] },
});
