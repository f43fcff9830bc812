/** The value of a cell. A text stays a text, whatever it begins with. */
export type Cell = string | number | Date | null;

export interface TableColumn {
  readonly header: string;
  /** in characters, as Excel counts them */
  readonly width: number;
  /** whether its numbers are shown with two decimals, as amounts are */
  readonly isMoney?: boolean;
}

/** A table whose rows arrive in batches, so that only one batch is in memory. */
export interface Table {
  /** the sheet's name: 1 to 31 characters, none of []:*?/\ */
  readonly name: string;
  readonly columns: readonly TableColumn[];
  readonly batches: AsyncIterable<readonly (readonly Cell[])[]> | Iterable<readonly (readonly Cell[])[]>;
}
