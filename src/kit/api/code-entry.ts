/** A code with its text in both languages; see `codes.ts`. */
export interface CodeEntry {
  readonly code: number;
  readonly en_us: string;
  readonly zh_cn: string;
  readonly http?: number;
  readonly silent?: true;
}
