import type { Result } from "#src/lib/result.ts";
import type { Review } from "#src/reviews/reviews.contract.ts";
import type { OnRows } from "./import.reader.ts";
import type { FileProblem } from "./saved-file.ts";

/** Reviews shown before they are kept. */
export const sampleSize = 5;

/** What was found in a file, as a person sees it before keeping it. The reviews themselves may be held by a worker. */
export interface FoundFile {
  count: number;
  /** the first few */
  sample: readonly Review[];
  /** '' where the file names none */
  title: string;
  /** rows without a usable review */
  skipped: number;
  /** the file ends before its end, so that others may be missing */
  isTruncated: boolean;
  /** fields that were expected and not found */
  missing: readonly string[];
  /**
   * Makes a finished job of it and gives its id.
   * @param onStored hears how many reviews are stored
   * @throws Error where they could not be stored; nothing was changed then
   */
  save(title: string, onStored: (reviews: number) => void): Promise<string>;
  /** Lets go of what is held. */
  drop(): void;
}

/** Reads a file that a person chose; `url` is the page's address where the person knows it. */
export type ReadChosen = (file: File, url: string, onRows: OnRows) => Promise<Result<FoundFile, FileProblem>>;
