import type { CSSProperties, KeyboardEvent, MouseEvent } from "react";
import { useCallback, useId, useState } from "react";
import { gridTemplate, leastColumnPx } from "./column-width.rules.ts";
import { FailedRow } from "./list-failed-row.tsx";
import { ListHeader } from "./list-header.tsx";
import { ListRow, PlaceRow } from "./list-row.tsx";
import { nameOf } from "./list-name.ts";
import type { ActionsState } from "./use-actions.ts";
import { useColumnWidths } from "./use-column-widths.ts";
import type { ListModel } from "./use-list-model.ts";
import { useFill } from "./use-fill.ts";
import { firstRowOf, pageOf } from "./page-cache.rules.ts";
import { useRowKeys } from "./use-row-keys.ts";
import { WholeTexts } from "./whole-texts.tsx";
import { RowMenu } from "./row-menu.tsx";
import type { MenuPlace } from "./row-menu.tsx";

const checkPx = 40;
const morePx = 40;

/** The rows as a table: one screen of them is drawn, in a box that scrolls over all. */
export function ListTable({ model, actions }: { model: ListModel; actions: ActionsState }) {
  const { shape, t, locale, columns, book, rows, rowPx, viewport, sight, selection, focus } = model;
  const grid = useId();
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  const { boxRef } = viewport;
  const hold = useCallback(
    (element: HTMLDivElement | null) => {
      boxRef(element);
      setBox(element);
    },
    [boxRef],
  );
  const [menu, setMenu] = useState<MenuPlace | null>(null);
  const fillPx = useFill(box);
  const indexes = Array.from({ length: Math.max(0, sight.last - sight.first + 1) }, (_, place) => sight.first + place);
  const widths = useColumnWidths(
    box,
    columns,
    indexes.map((index) => book.row(index)),
    { t, locale },
  );
  const hasMenu = actions.ofRows.length > 0;
  const tracks = columns.map(({ id, align }) => ({ widthPx: widths[id] ?? leastColumnPx, align: align ?? ("start" as const) }));
  const { template, leastPx } = gridTemplate(tracks, checkPx, hasMenu ? morePx : 0);
  const keys = useRowKeys(model, actions, (index) => openMenu(index));

  function openMenu(index: number): void {
    const keyed = model.rowAt(index);
    const row = document.getElementById(`${grid}-${index}`);
    if (keyed === undefined || row === null || !hasMenu) return;
    const at = (row.querySelector("[data-part=menu]") ?? row).getBoundingClientRect();
    setMenu({ row: keyed, name: nameOf(shape, keyed[1], index, { t, locale }), x: at.right, y: at.bottom });
  }

  function press(event: MouseEvent<HTMLElement>): void {
    const target = event.target as HTMLElement;
    const index = Number(target.closest<HTMLElement>("[data-index]")?.dataset["index"] ?? NaN);
    if (Number.isNaN(index) || target.closest("a,button:not([data-part])") !== null) return;
    // The keys go on from here.
    event.currentTarget.focus({ preventScroll: true });
    const part = target.closest<HTMLElement>("[data-part]")?.dataset["part"];
    if (part === "menu") return openMenu(index);
    const isSelecting = part === "check" || target.closest(".list-check") !== null || event.shiftKey || event.ctrlKey || event.metaKey;
    if (isSelecting) return keys.select(index, event.shiftKey);
    model.setFocus(index);
    // Text that was just marked is to be copied, not opened.
    if ((getSelection()?.toString() ?? "") === "") actions.open(index);
  }

  function draw(index: number) {
    const keyed = model.rowAt(index);
    const page = pageOf(index);
    const state = book.stateOf(page);
    if (keyed !== undefined)
      return (
        <ListRow
          key={index}
          id={`${grid}-${index}`}
          index={index}
          row={keyed[1]}
          name={nameOf(shape, keyed[1], index, { t, locale })}
          columns={columns}
          t={t}
          locale={locale}
          isSelected={selection.has(keyed[0])}
          isFocused={index === focus}
          canOpen={shape.onOpen !== undefined}
          hasMenu={hasMenu}
        />
      );
    if (typeof state === "string") return <PlaceRow key={index} index={index} cells={columns.length + 1 + Number(hasMenu)} />;
    const isFirst = index === Math.max(viewport.topRow, firstRowOf(page));
    return <FailedRow key={index} model={model} index={index} problem={isFirst ? state : null} />;
  }

  const style = { "--list-tracks": template, minWidth: leastPx } as CSSProperties;
  const isFocusDrawn = focus >= sight.first && focus <= sight.last && model.rowAt(focus) !== undefined;
  return (
    <>
      <div
        ref={hold}
        role="grid"
        aria-label={t(shape.title)}
        aria-rowcount={book.length === null || !book.length.isExact ? -1 : rows + 1}
        aria-colcount={columns.length + 1 + Number(hasMenu)}
        aria-multiselectable="true"
        aria-busy={book.isAsking}
        aria-activedescendant={isFocusDrawn ? `${grid}-${focus}` : undefined}
        tabIndex={0}
        className="list-box"
        style={{ maxHeight: fillPx }}
        onKeyDown={(event: KeyboardEvent<HTMLElement>) => keys.press(event)}
        onClick={press}
      >
        <div className="list-sheet" style={style}>
          <ListHeader model={model} hasMenu={hasMenu} />
          <div
            role="rowgroup"
            className="list-rows"
            style={{ height: viewport.scale.contentPx === 0 ? 0 : Math.min(viewport.scale.elementPx, viewport.scale.contentPx) }}
          >
            <div className="list-window" role="presentation" style={{ top: sight.first * rowPx + viewport.drift }}>
              {indexes.map(draw)}
              {isFocusDrawn && <WholeTexts rowId={`${grid}-${focus}`} top={(focus - sight.first + 1) * rowPx} />}
            </div>
          </div>
        </div>
      </div>
      {menu !== null && <RowMenu place={menu} actions={actions} t={t} onClose={() => setMenu(null)} />}
    </>
  );
}
