import type { MouseEvent } from "react";
import { useState } from "react";
import { ListCard } from "./list-card.tsx";
import { Failed } from "./list-failed-row.tsx";
import { nameOf } from "./list-name.ts";
import { firstRowOf, pageOf } from "./page-cache.rules.ts";
import type { MenuPlace } from "./row-menu.tsx";
import { RowMenu } from "./row-menu.tsx";
import { toggled } from "./selection.rules.ts";
import type { ActionsState } from "./use-actions.ts";
import type { ListModel } from "./use-list-model.ts";

/** The rows as cards, all of one height: the title as a heading, a line for each other column. The page scrolls them. */
export function ListCards({ model, actions }: { model: ListModel; actions: ActionsState }) {
  const { shape, t, locale, columns, book, rows, rowPx, viewport, sight, selection } = model;
  const { boxRef } = viewport;
  const [menu, setMenu] = useState<MenuPlace | null>(null);
  const lines = columns.filter(({ id }) => id !== shape.cardTitle);

  function openMenu(index: number, event: MouseEvent<HTMLElement>): void {
    const row = model.rowAt(index);
    const { right, bottom } = event.currentTarget.getBoundingClientRect();
    if (row !== undefined) setMenu({ row, name: nameOf(shape, row[1], index, { t, locale }), x: right, y: bottom });
  }

  const select = (index: number) => {
    const keyed = model.rowAt(index);
    if (keyed !== undefined) model.setSelection((chosen) => toggled(chosen, keyed));
  };

  function draw(index: number) {
    const keyed = model.rowAt(index);
    const page = pageOf(index);
    const state = book.stateOf(page);
    if (keyed !== undefined)
      return (
        <ListCard
          key={index}
          index={index}
          row={keyed[1]}
          name={nameOf(shape, keyed[1], index, { t, locale })}
          lines={lines}
          rows={book.length?.isExact === true ? rows : null}
          rowPx={rowPx}
          t={t}
          locale={locale}
          isSelected={selection.has(keyed[0])}
          onSelect={select}
          onOpen={shape.onOpen === undefined ? null : actions.open}
          onMenu={actions.ofRows.length > 0 ? openMenu : null}
        />
      );
    const isFirst = index === Math.max(viewport.topRow, firstRowOf(page));
    return (
      <li key={index} className="list-card list-card-place" style={{ height: rowPx - 8 }}>
        {typeof state === "string" ? <span className="skeleton" /> : isFirst && <Failed model={model} problem={state} />}
      </li>
    );
  }

  const indexes = Array.from({ length: Math.max(0, sight.last - sight.first + 1) }, (_, place) => sight.first + place);
  const { contentPx, elementPx } = viewport.scale;
  return (
    <>
      <div ref={boxRef} className="list-box-cards" role="group" aria-label={t(shape.title)}>
        <div className="list-rows" style={{ height: Math.min(elementPx, contentPx) }}>
          <ul className="list-window" style={{ top: sight.first * rowPx + viewport.drift }} aria-busy={book.isAsking}>
            {indexes.map(draw)}
          </ul>
        </div>
      </div>
      {menu !== null && <RowMenu place={menu} actions={actions} t={t} onClose={() => setMenu(null)} />}
    </>
  );
}
