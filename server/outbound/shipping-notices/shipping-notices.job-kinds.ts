import { z } from "zod";
import { exportFormats } from "#src/outbound/shipping-notices/shipping-notices.rules.ts";
import { orderKinds } from "#src/outbound/orders/orders.rules.ts";
import { defineJob } from "#server/platform/jobs/job-queue.ts";

/** Lists what was shipped in a file; enqueued with its download's row. */
export const exportShippedJob = defineJob({
  name: "shipping-notices.export",
  input: z.strictObject({
    download_uuid: z.uuid(),
    name: z.string(),
    format: z.enum(exportFormats),
    language: z.enum(["en_us", "zh_cn"]),
    /** number of rows when it was requested, for the progress */
    total: z.int(),
    shipped_from: z.string(),
    shipped_to: z.string(),
    kind: z.enum(orderKinds).optional(),
    channel_uuid: z.uuid().optional(),
    owner_uuid: z.uuid().optional(),
    warehouse_uuid: z.uuid().optional(),
  }),
});
