import type { MouseEvent } from "react";
import { memo } from "react";
import type { Translate } from "#src/i18n/shown.store.ts";
import type { AnyColumn } from "./list-shape.ts";

/** Room between two cards. */
const gapPx = 8;

interface CardProps {
  readonly index: number;
  readonly row: unknown;
  readonly name: string;
  /** all columns but that of the heading */
  readonly lines: readonly AnyColumn[];
  /** of the list, where it is known exactly */
  readonly rows: number | null;
  readonly rowPx: number;
  readonly t: Translate;
  readonly locale: string;
  readonly isSelected: boolean;
  readonly onSelect: (index: number) => void;
  readonly onOpen: ((index: number) => void) | null;
  readonly onMenu: ((index: number, event: MouseEvent<HTMLElement>) => void) | null;
}

/** A row as a card: a heading, and a line for each further column. */
export const ListCard = memo(function ListCard(props: CardProps) {
  const { index, row, name, lines, rows, rowPx, t, locale, isSelected, onSelect, onOpen, onMenu } = props;
  return (
    <li
      className={isSelected ? "list-card list-row-selected" : "list-card"}
      style={{ height: rowPx - gapPx }}
      aria-setsize={rows ?? -1}
      aria-posinset={index + 1}
    >
      <div className="list-card-head">
        <label className="list-card-check">
          <input type="checkbox" checked={isSelected} aria-label={t("list.row.select", { name })} onChange={() => onSelect(index)} />
        </label>
        {onOpen === null ? (
          <span className="list-card-title" title={name}>
            {name}
          </span>
        ) : (
          <button type="button" className="list-card-title list-card-open" title={name} onClick={() => onOpen(index)}>
            {name}
          </button>
        )}
        {onMenu !== null && (
          <button
            type="button"
            className="list-card-more"
            aria-haspopup="menu"
            aria-label={t("list.row.more", { name })}
            onClick={(event) => onMenu(index, event)}
          >
            <span aria-hidden="true">⋯</span>
          </button>
        )}
      </div>
      <dl className="list-card-lines">
        {lines.map((column) => {
          const text = column.text(row, { t, locale });
          return (
            <div key={column.id} className="list-card-line">
              <dt>{t(column.title)}</dt>
              <dd title={text}>{column.render === undefined ? text : column.render(row, { t, locale })}</dd>
            </div>
          );
        })}
      </dl>
    </li>
  );
});

/** The height of a card with so many lines below its heading, and the room under it. */
export function cardPx(lines: number): number {
  return 44 + lines * 24 + 10 + gapPx;
}
