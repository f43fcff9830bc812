import type { ReactNode } from "react";

/** Something that can be chosen from a menu. */
export interface MenuItem {
  readonly id: string;
  readonly text: string;
  readonly icon?: ReactNode;
  /** a quieter line below the text */
  readonly hint?: string;
  /** the key that does the same */
  readonly shortcut?: string;
  readonly tone?: "danger";
  readonly lang?: string;
  /** one of several, with a mark at the current one */
  readonly isCurrent?: boolean;
  readonly isDisabled?: boolean;
  /** why it cannot be chosen; it keeps its place for the arrow keys, and the reason is read out */
  readonly reason?: string | null;
  /** a link: where it leads */
  readonly href?: string;
  readonly choose?: () => void;
}

export interface MenuSectionItems {
  readonly id: string;
  readonly title?: string;
  readonly items: readonly MenuItem[];
}

/** What stands in a menu. */
export interface MenuList {
  readonly label: string;
  readonly items?: readonly MenuItem[];
  readonly sections?: readonly MenuSectionItems[];
  /** what stands above the items */
  readonly head?: ReactNode;
}
