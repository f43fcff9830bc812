import type { ReactNode } from "react";
import { memo } from "react";
import Ellipsis from "lucide-react/icons/ellipsis";
import Package from "lucide-react/icons/package";
import { useList } from "./list-context.ts";
import type { AnyColumn } from "./list-definition.ts";
import { getRowName } from "./list-definition.ts";

interface RowProps {
  readonly id: string;
  readonly index: number;
  readonly row: unknown;
  readonly isSelected: boolean;
  readonly isFocused: boolean;
  readonly hasMenu: boolean;
}

/** Counts from 1 and includes the header, which a narrow list lacks. */
const getRowIndex = (index: number, isNarrow: boolean) => index + (isNarrow ? 1 : 2);

/** A row: plain elements, because sixty of them are rendered during a scroll. The list handles its events. */
export const ListRow = memo(function ListRow({ id, index, row, isSelected, isFocused, hasMenu }: RowProps) {
  const { shape, columns, t, locale, isNarrow } = useList();
  const opens = shape.onOpen !== undefined || isNarrow;
  const classes = ["list-row", isSelected ? "list-row-selected" : "", isFocused ? "list-row-focused" : "", opens ? "list-row-opens" : ""];
  const name = getRowName(shape, row, index, { t, locale });
  return (
    <div
      role="row"
      id={id}
      aria-rowindex={getRowIndex(index, isNarrow)}
      aria-selected={isSelected}
      className={classes.join(" ")}
      data-index={index}
    >
      <div role="gridcell" className="list-cell list-check">
        <input type="checkbox" tabIndex={-1} checked={isSelected} readOnly aria-label={t("list.row.select", { name })} data-part="check" />
      </div>
      {isNarrow ? (
        <TwoLines name={name} row={row} />
      ) : (
        columns.map((column, place) => <Cell key={column.id} isFirst={place === 0} column={column} row={row} />)
      )}
      {hasMenu && (
        <div role="gridcell" className="list-cell list-more">
          <button type="button" tabIndex={-1} aria-haspopup="menu" aria-label={t("list.row.more", { name })} data-part="menu">
            <Ellipsis size={16} aria-hidden="true" />
          </button>
        </div>
      )}
    </div>
  );
});

function Cell({ row, column, isFirst }: { row: unknown; column: AnyColumn; isFirst: boolean }) {
  const { t, locale } = useList();
  const text = column.text(row, { t, locale });
  return (
    <div role="gridcell" className={column.align === "end" ? "list-cell list-end" : "list-cell"} title={text}>
      {isFirst && <Picture row={row} />}
      {column.render === undefined ? text : column.render(row, { t, locale })}
    </div>
  );
}

/** The row's picture, or its placeholder. */
function Picture({ row }: { row: unknown }) {
  const { shape } = useList();
  if (shape.picture === undefined) return null;
  return <span className="list-picture">{shape.picture(row) ?? <Package size={16} aria-hidden="true" />}</span>;
}

/** The row's name and status, then its other texts as far as there is room. */
function TwoLines({ name, row }: { name: string; row: unknown }) {
  const { shape, columns, t, locale } = useList();
  const others = columns.filter(({ id }) => id !== shape.cardTitle);
  const state = others.find(({ render }) => render !== undefined);
  const wanted = shape.secondLine?.flatMap((id) => shape.columns.find((one) => one.id === id) ?? []) ?? others;
  const shown = wanted.filter((column) => column !== state);
  const facts = shown
    .flatMap((column): string[] => {
      const text = (column.brief ?? column.text)(row, { t, locale });
      if (text === "") return [];
      // A brief text says itself what it is.
      return [column.align === "end" && column.brief === undefined ? t("list.row.fact", { title: t(column.title), text }) : text];
    })
    .join(" · ");
  const whole = shown.filter(({ brief }) => brief !== undefined).map((column) => column.text(row, { t, locale }));
  return (
    <div role="gridcell" className="list-cell list-lines">
      <Picture row={row} />
      <span className="list-line">
        <span className="list-line-name" title={name}>
          {name}
        </span>
        {state?.render?.(row, { t, locale })}
      </span>
      <span className="list-line quiet" title={[facts, ...whole].join("\n")}>
        {facts}
      </span>
    </div>
  );
}

/** The placeholder of a row that is not loaded. */
export const PlaceRow = memo(function PlaceRow({ index, cells }: { index: number; cells: number }) {
  const { isNarrow } = useList();
  return (
    <div role="row" aria-rowindex={getRowIndex(index, isNarrow)} aria-busy="true" className="list-row list-place" data-index={index}>
      {Array.from({ length: cells }, (_, cell) => (
        <div key={cell} role="gridcell" className="list-cell">
          {cell > 0 && <span className={(index + cell) % 3 === 0 ? "skeleton skeleton-short" : "skeleton"} />}
        </div>
      ))}
    </div>
  );
});

/** A row of a page that failed to load; the first of them shows why. */
export function FailedRow({ index, children }: { index: number; children: ReactNode }) {
  const { isNarrow } = useList();
  return (
    <div role="row" aria-rowindex={getRowIndex(index, isNarrow)} className="list-row list-failed" data-index={index}>
      <div role="gridcell" className="list-failed-text">
        {children}
      </div>
    </div>
  );
}

/** Below the row that the keyboard is on: its texts that were cut, whole. A pointer has the same as a title; who hears the row hears all of it anyway. */
export function WholeTexts({ rowId, top }: { rowId: string; top: number }) {
  // Which texts are cut is known only after each rendering of the row.
  const fill = (place: HTMLElement | null) => {
    const cells = [...(document.getElementById(rowId)?.querySelectorAll<HTMLElement>("[role=gridcell][title]") ?? [])];
    const cut = cells.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    if (place === null) return;
    place.hidden = cut.length === 0;
    place.textContent = cut.map(({ title }) => title).join("\n");
  };
  return <div ref={fill} className="list-whole" role="presentation" aria-hidden="true" style={{ top }} />;
}
