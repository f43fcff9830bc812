import type { CSSProperties, MouseEvent } from "react";
import { useId, useState } from "react";
import { fittedTracks, gridTemplate } from "./column-width.rules.ts";
import { useList } from "./list-context.ts";
import { ListFoot } from "./list-foot.tsx";
import { ListHeader } from "./list-header.tsx";
import { FailedRow, ListRow, PlaceRow, WholeTexts } from "./list-row.tsx";
import { Failed } from "./list-states.tsx";
import { getFirstRow, getPageNumber } from "./page-cache.rules.ts";
import type { MenuPosition } from "./row-menu.tsx";
import { RowDetails, RowMenu } from "./row-menu.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import type { Keyed } from "./selection.rules.ts";
import { useColumnWidths } from "./use-column-widths.ts";
import { useListPosition } from "./use-list-position.ts";
import { useRowKeys } from "./use-row-keys.ts";

const checkPx = 40;
const morePx = 40;
const narrowRowPx = 60;
const rowHeights = { dense: 32, comfortable: 48 };

/** The rows: only the visible ones are rendered, in a scroll box; on a narrow screen they have two lines and scroll with the page. */
export function ListRows() {
  const { shape, isNarrow, t, columns, table, book, rows, selection, rowAt, views, actions } = useList();
  const grid = useId();
  const [focus, setFocus] = useState(-1);
  const [menu, setMenu] = useState<MenuPosition | null>(null);
  const [details, setDetails] = useState<Keyed | null>(null);
  const rowPx = isNarrow ? narrowRowPx : rowHeights[views.density];
  const sight = useListPosition({ rowPx, headerPx: isNarrow ? 0 : rowHeights.dense }, (by) =>
    setFocus((row) => (by === null ? -1 : row < 0 ? row : Math.max(0, row + by))),
  );
  const { box, boxRef, heightPx, widthPx, indexes, startPx, elementPx, topRow } = sight;
  useColumnWidths(isNarrow ? null : box, indexes);
  const hasMenu = actions.ofRows.length > 0 || isNarrow;
  const sides = checkPx + (hasMenu ? morePx : 0);
  const tracks = columns.map(({ id, align = "start", maxWidthPx }) => ({
    widthPx: table.getColumn(id)?.getSize() ?? 0,
    align,
    isLong: align === "start" && maxWidthPx !== undefined,
  }));
  const { template, leastPx } = gridTemplate(fittedTracks(tracks, widthPx - sides), checkPx, hasMenu ? morePx : 0);
  const isWide = widthPx > 0 && leastPx > widthPx;
  const open = (index: number) => {
    if (shape.onOpen !== undefined) actions.open(index);
    else if (isNarrow) setDetails(rowAt(index) ?? null);
  };
  const keys = useRowKeys({ sight, focus, setFocus, open, openMenu });

  function openMenu(index: number): void {
    const keyed = rowAt(index);
    const row = document.getElementById(`${grid}-${index}`);
    if (keyed === undefined || row === null || !hasMenu) return;
    const { right, bottom } = (row.querySelector("[data-part=menu]") ?? row).getBoundingClientRect();
    setMenu({ row: keyed, index, x: right, y: bottom });
  }

  function press(event: MouseEvent<HTMLElement>): void {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a mouse event inside an element has an element as its target
    const target = event.target as HTMLElement;
    const index = Number(target.closest<HTMLElement>("[data-index]")?.dataset["index"] ?? NaN);
    if (Number.isNaN(index) || target.closest("a,button:not([data-part])") !== null) return;
    // The keyboard continues from here.
    event.currentTarget.focus({ preventScroll: true });
    if (target.closest("[data-part=menu]") !== null) return openMenu(index);
    if (target.closest(".list-check") !== null || event.shiftKey || event.ctrlKey || event.metaKey)
      return keys.select(index, event.shiftKey);
    setFocus(index);
    // A text selection is for copying and does not open the row.
    if ((getSelection()?.toString() ?? "") === "") open(index);
  }

  function draw(index: number, place: number) {
    const keyed = rowAt(index);
    const page = getPageNumber(index);
    const state = book.stateOf(page);
    if (keyed !== undefined)
      return (
        <ListRow
          key={index}
          {...{ index, hasMenu }}
          id={`${grid}-${index}`}
          row={keyed[1]}
          isSelected={selection[keyed[0]] === true}
          isFocused={index === focus}
        />
      );
    // Keyed by position: while the scrollbar is dragged, the same elements are reused and none is created or removed.
    if (typeof state === "string")
      return <PlaceRow key={`place ${place}`} index={index} cells={isNarrow ? 2 : columns.length + 1 + Number(hasMenu)} />;
    return (
      <FailedRow key={index} index={index}>
        {index === Math.max(topRow, getFirstRow(page)) && <Failed problem={state} />}
      </FailedRow>
    );
  }

  const isFocusDrawn = indexes.includes(focus) && rowAt(focus) !== undefined;
  const style = { "--list-tracks": template, "--list-row": `${rowPx}px`, ...(isNarrow ? {} : { minWidth: leastPx }) } as CSSProperties;
  return (
    <>
      <div
        ref={boxRef}
        role="grid"
        aria-label={t(shape.title)}
        aria-rowcount={book.length?.isExact === true ? rows + Number(!isNarrow) : -1}
        aria-colcount={isNarrow ? 3 : columns.length + 1 + Number(hasMenu)}
        aria-multiselectable="true"
        aria-busy={book.isAsking}
        aria-activedescendant={isFocusDrawn ? `${grid}-${focus}` : undefined}
        tabIndex={0}
        className={isNarrow ? "list-box list-box-narrow" : isWide ? "list-box list-box-wide" : "list-box"}
        style={isNarrow ? {} : { maxHeight: heightPx }}
        onKeyDown={(event) => keys.press(event)}
        onClick={press}
      >
        <div className="list-sheet" style={style}>
          {!isNarrow && <ListHeader hasMenu={hasMenu} />}
          <div role="rowgroup" className="list-rows" style={{ height: elementPx }}>
            <div className="list-window" role="presentation" style={{ top: startPx }}>
              {indexes.map(draw)}
              {isFocusDrawn && <WholeTexts rowId={`${grid}-${focus}`} top={(focus - (indexes[0] ?? 0) + 1) * rowPx} />}
            </div>
          </div>
        </div>
      </div>
      <div className="list-foot">
        <ListFoot topRow={topRow} lastRow={sight.lastRow} />
        <SelectionBar />
      </div>
      {menu !== null && <RowMenu key={menu.index} place={menu} onDetails={setDetails} onClose={() => setMenu(null)} />}
      {details !== null && <RowDetails row={details[1]} onClose={() => setDetails(null)} />}
    </>
  );
}
