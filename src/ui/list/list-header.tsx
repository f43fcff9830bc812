import type { ListModel } from "./use-list-model.ts";
import { withoutRows, withRows } from "./selection.rules.ts";
import { nextSort, sortedAs } from "./list-url.rules.ts";

const arrows = { ascending: "↑", descending: "↓", none: "" } as const;

/** The titles of the columns, which stay in sight; a press on one that the list can be sorted by sorts: up, down, not at all. */
export function ListHeader({ model, hasMenu }: { model: ListModel; hasMenu: boolean }) {
  const { t, columns, address } = model;
  const { sort } = address.url;
  return (
    <div role="rowgroup" className="list-head">
      <div role="row" aria-rowindex={1} className="list-row list-titles">
        <div role="columnheader" className="list-cell list-check">
          <SelectLoaded model={model} />
        </div>
        {columns.map((column) => {
          const { id, title, align, sort: word } = column;
          const sorted = sortedAs(sort, word);
          const className = align === "end" ? "list-cell list-end" : "list-cell";
          if (word === undefined)
            return (
              <div key={id} role="columnheader" className={className} title={t(title)}>
                {t(title)}
              </div>
            );
          return (
            <div key={id} role="columnheader" aria-sort={sorted} className={className}>
              <button
                type="button"
                className="list-sort"
                title={t(title)}
                onClick={() => address.change({ sort: nextSort(sort, word), page: 1 })}
              >
                <span className="list-sort-title">{t(title)}</span>
                <span className="list-arrow" aria-hidden="true">
                  {arrows[sorted]}
                </span>
              </button>
            </div>
          );
        })}
        {hasMenu && (
          <div role="columnheader" className="list-cell list-more">
            <span className="heard">{t("list.row.actions")}</span>
          </div>
        )}
      </div>
    </div>
  );
}

/** Chooses all rows that have come, or lets them go. */
function SelectLoaded({ model: { t, shape, book, selection, setSelection } }: { model: ListModel }) {
  const loaded = () => [...book.rows()].map(([, row]) => [shape.rowKey(row), row] as const);
  const isAll = selection.size > 0 && loaded().every(([key]) => selection.has(key));
  const press = () =>
    setSelection((chosen) =>
      isAll
        ? withoutRows(
            chosen,
            loaded().map(([key]) => key),
          )
        : withRows(chosen, loaded()),
    );
  return <input type="checkbox" checked={isAll} aria-label={t("list.selection.loaded")} onChange={press} />;
}
