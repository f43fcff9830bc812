import type { ReactNode } from "react";

/** An item of a menu. */
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
  /** one of several, of which the current one has a mark */
  readonly isCurrent?: boolean;
  readonly isDisabled?: boolean;
  /** why it cannot be chosen; arrow keys still reach it, and the reason is read out */
  readonly reason?: string | null;
  /** the address of a link */
  readonly href?: string;
  readonly choose?: () => void;
}

export interface MenuSectionItems {
  readonly id: string;
  readonly title?: string;
  readonly items: readonly MenuItem[];
}

/** The content of a menu. */
export interface MenuList {
  readonly label: string;
  readonly items?: readonly MenuItem[];
  readonly sections?: readonly MenuSectionItems[];
  /** the heading above the items */
  readonly head?: ReactNode;
}
