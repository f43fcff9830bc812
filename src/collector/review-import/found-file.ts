import type { Result } from "#src/kit/lib/result.ts";
import type { Review } from "#src/collector/reviews/reviews.contract.ts";
import type { OnRows } from "./read-export.ts";
import type { FileProblem } from "./read-chosen-file.ts";

/** Reviews shown before they are stored. */
export const sampleSize = 5;

/** The contents of a file, as a person sees them before storing them. A worker may hold the reviews themselves. */
export interface FoundFile {
  count: number;
  /** the first few */
  sample: readonly Review[];
  /** '' if the file has none */
  title: string;
  /** rows without a usable review */
  skipped: number;
  /** the file is incomplete, so that reviews may be missing */
  isTruncated: boolean;
  /** fields that were expected and not found */
  missing: readonly string[];
  /**
   * Stores it as a finished job and returns the job's id.
   * @param onStored receives the number of reviews stored so far
   * @throws Error if they could not be stored; nothing is changed then
   */
  save(title: string, onStored: (reviews: number) => void): Promise<string>;
  /** Releases the reviews. */
  drop(): void;
}

/** Reads a file that a person chose; `url` is the page's address if the person knows it. */
export type ReadChosen = (file: File, url: string, onRows: OnRows) => Promise<Result<FoundFile, FileProblem>>;
