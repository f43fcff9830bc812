import { z } from "zod";
import type { ColumnId } from "#src/collector/reviews/review-file.contract.ts";
import { exportFormats } from "#src/collector/reviews/review-file.contract.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import type { Theme } from "#src/kit/lib/themes.ts";

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

/** A person's settings (storage.local); `repairSettings` builds them from stored data. */
export interface Settings {
  language: Language;
  theme: Theme;
  /** the random wait between two requests lies between these, in seconds */
  waitFromSeconds: number;
  waitToSeconds: number;
  /** columns to export, in order; at least one */
  columns: ColumnId[];
  /** the Export button on the marketplace's own page */
  pageButton: boolean;
  /** the options of the last export, offered again */
  lastOptions: CollectOptions;
}
