import { memo } from "react";
import type { Translate } from "#src/i18n/shown.store.ts";
import type { AnyColumn } from "./list-shape.ts";

interface RowProps {
  readonly id: string;
  readonly index: number;
  readonly row: unknown;
  /** what the row is called, for those who hear it */
  readonly name: string;
  readonly columns: readonly AnyColumn[];
  readonly t: Translate;
  readonly locale: string;
  readonly isSelected: boolean;
  readonly isFocused: boolean;
  readonly canOpen: boolean;
  readonly hasMenu: boolean;
}

/** A row of the table: plain elements, because sixty of them are drawn while the finger moves. What is pressed in it, the table hears. */
export const ListRow = memo(function ListRow(props: RowProps) {
  const { id, index, row, name, columns, t, locale, isSelected, isFocused, canOpen, hasMenu } = props;
  const classes = ["list-row", isSelected ? "list-row-selected" : "", isFocused ? "list-row-focused" : "", canOpen ? "list-row-opens" : ""];
  return (
    <div role="row" id={id} aria-rowindex={index + 2} aria-selected={isSelected} className={classes.join(" ")} data-index={index}>
      <div role="gridcell" className="list-cell list-check">
        <input type="checkbox" tabIndex={-1} checked={isSelected} readOnly aria-label={t("list.row.select", { name })} data-part="check" />
      </div>
      {columns.map((column) => {
        const text = column.text(row, { t, locale });
        return (
          <div key={column.id} role="gridcell" className={column.align === "end" ? "list-cell list-end" : "list-cell"} title={text}>
            {column.render === undefined ? text : column.render(row, { t, locale })}
          </div>
        );
      })}
      {hasMenu && (
        <div role="gridcell" className="list-cell list-more">
          <button type="button" tabIndex={-1} aria-haspopup="menu" aria-label={t("list.row.more", { name })} data-part="menu">
            <span aria-hidden="true">⋯</span>
          </button>
        </div>
      )}
    </div>
  );
});

interface PlaceProps {
  readonly index: number;
  readonly cells: number;
}

/** The place of a row that has not come. */
export const PlaceRow = memo(function PlaceRow({ index, cells }: PlaceProps) {
  return (
    <div role="row" aria-rowindex={index + 2} aria-busy="true" className="list-row list-place" data-index={index}>
      {Array.from({ length: cells }, (_, cell) => (
        <div key={cell} role="gridcell" className="list-cell">
          {cell > 0 && <span className={(index + cell) % 3 === 0 ? "skeleton skeleton-short" : "skeleton"} />}
        </div>
      ))}
    </div>
  );
});
