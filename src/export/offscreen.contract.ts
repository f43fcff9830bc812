import { z } from "zod";
import type { ExportPlan } from "./export.contract.ts";

/** What the background asks of the offscreen document: to write one file. */
export interface WriteOrder {
  to: "offscreen";
  jobId: string;
  plan: ExportPlan;
  fileName: string;
  total: number;
}

/** What the offscreen document tells the background: each message stands alone, so that a worker started anew can take it. */
export const fromOffscreen = z.discriminatedUnion("type", [
  z.object({ to: z.literal("background"), type: z.literal("progress"), jobId: z.string(), rows: z.number(), total: z.number() }),
  z.object({
    to: z.literal("background"),
    type: z.literal("written"),
    jobId: z.string(),
    format: z.enum(["xlsx", "csv"]),
    fileName: z.string(),
    url: z.string(),
    rows: z.number(),
    bytes: z.number(),
  }),
  z.object({
    to: z.literal("background"),
    type: z.literal("failed"),
    jobId: z.string(),
    kind: z.enum(["exportFailed", "diskFull"]),
    detail: z.string(),
  }),
]);
export type FromOffscreen = z.infer<typeof fromOffscreen>;
export type Written = Extract<FromOffscreen, { type: "written" }>;
