import { z } from "zod";
import { exportFormats } from "#src/collector/reviews/review-file.contract.ts";
import type { ExportEvent, ExportTask } from "./export.contract.ts";

/** The background asks the page that can start workers to write one file. */
export interface ExportOrder extends ExportTask {
  to: "offscreen";
  /** name in the person's downloads */
  fileName: string;
  /** rows that the file will have */
  total: number;
}

const event = z.discriminatedUnion("type", [
  z.object({ type: z.literal("progress"), rows: z.number() }),
  z.object({
    type: z.literal("result"),
    result: z.discriminatedUnion("ok", [
      z.object({ ok: z.literal(true), value: z.object({ file: z.string(), rows: z.number(), bytes: z.number() }) }),
      z.object({ ok: z.literal(false), problem: z.object({ kind: z.enum(["exportFailed", "diskFull"]), detail: z.string() }) }),
    ]),
  }),
]) satisfies z.ZodType<ExportEvent<string>>;

/** What that page reports back. Each message is complete in itself, so that a service worker that was started only by it can handle it. */
export const exportMessage = z.object({
  to: z.literal("background"),
  jobId: z.string(),
  format: z.enum(exportFormats),
  fileName: z.string(),
  total: z.number(),
  event,
});
export type ExportMessage = z.infer<typeof exportMessage>;
