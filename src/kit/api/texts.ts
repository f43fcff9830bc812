/** A text in both languages. */
export interface Texts {
  readonly en_us: string;
  readonly zh_cn: string;
}
