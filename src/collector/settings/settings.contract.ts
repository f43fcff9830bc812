import type { ColumnId } from "#src/collector/reviews/review-file.contract.ts";
import type { CollectOptions } from "#src/collector/reviews/collect-options.contract.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import type { Theme } from "#src/kit/lib/themes.ts";

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
