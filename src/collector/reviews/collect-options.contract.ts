import { z } from "zod";
import { exportFormats } from "./review-file.contract.ts";

/** The options of a job. Empty filters keep everything. */
export const collectOptions = z.object({
  sort: z.enum(["newest", "suggested"]),
  /** stars to keep; empty keeps all */
  stars: z.array(z.number().int().min(1).max(5)).max(5),
  withPhotos: z.boolean(),
  withText: z.boolean(),
  /** YYYY-MM-DD, inclusive; '' for no bound */
  dateFrom: z.union([z.literal(""), z.iso.date()]),
  dateTo: z.union([z.literal(""), z.iso.date()]),
  /** kept where title, text or original text contains it, ignoring case */
  keyword: z.string().max(200),
  format: z.enum(exportFormats),
});
export type CollectOptions = z.infer<typeof collectOptions>;
