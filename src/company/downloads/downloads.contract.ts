import { z } from "zod";
import { roleTypes } from "#src/kit/api/roles-and-permissions.ts";
import { defineCall } from "#src/kit/api/define-call.ts";
import { defineTopic } from "#src/kit/api/define-topic.ts";
import { listInput, listOutput } from "#src/kit/api/list.ts";

export const downloadStatuses = ["queued", "running", "ready", "failed"] as const;

const download = z.object({
  download_uuid: z.uuid(),
  /** the job that created it: `audit.export` */
  kind: z.string(),
  /** its file name */
  name: z.string(),
  status: z.enum(downloadStatuses),
  /** the stored file's opaque name; empty until it is ready */
  filename: z.string(),
  byte_size: z.int(),
  /** 0 to 100 */
  progress: z.int(),
  created_at: z.string(),
  expires_at: z.string(),
  is_seen: z.boolean(),
});
export type Download = z.output<typeof download>;

export const listDownloads = defineCall({
  name: "downloads.list-downloads",
  method: "GET",
  path: "/api/downloads/list-downloads",
  summary: "Lists the user's downloads, newest first.",
  roles: roleTypes,
  input: z.strictObject({ ...listInput, status: z.enum(downloadStatuses).optional() }),
  output: listOutput(download),
  codes: [],
});

export const markDownloadsSeen = defineCall({
  name: "downloads.mark-seen",
  method: "PUT",
  path: "/api/downloads/mark-seen",
  summary: "Marks the given downloads as seen.",
  roles: roleTypes,
  input: z.strictObject({ download_uuids: z.array(z.uuid()).min(1).max(200) }),
  output: z.object({ seen: z.int() }),
  codes: ["notFound"],
});

export const deleteDownloads = defineCall({
  name: "downloads.delete-downloads",
  method: "DELETE",
  path: "/api/downloads/delete-downloads",
  summary: "Deletes the given downloads and their files.",
  roles: roleTypes,
  input: z.strictObject({ download_uuids: z.array(z.uuid()).min(1).max(200) }),
  output: z.object({ deleted: z.int() }),
  codes: ["notFound"],
});

export const downloadsChanged = defineTopic({
  name: "downloads.changed",
  roles: roleTypes,
  payload: z.object({ download_uuid: z.uuid(), status: z.enum(downloadStatuses), progress: z.int() }),
});
