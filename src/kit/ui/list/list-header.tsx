import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import { useList } from "./list-context.ts";
import { getNextSort, getSortState } from "./list-url.rules.ts";

/** The sticky column titles. Pressing a sortable one cycles: ascending, descending, the list's own order. */
export function ListHeader({ hasMenu }: { hasMenu: boolean }) {
  const { t, columns, address, table } = useList();
  const { sort } = address;
  return (
    <div role="rowgroup" className="list-head">
      <div role="row" aria-rowindex={1} className="list-row list-titles">
        <div role="columnheader" className="list-cell list-check">
          <input
            type="checkbox"
            checked={table.getIsAllRowsSelected()}
            aria-label={t("list.selection.loaded")}
            onChange={() => table.toggleAllRowsSelected()}
          />
        </div>
        {columns.map(({ id, title, align, sort: word }) => {
          const sorted = getSortState(sort, word);
          const className = align === "end" ? "list-cell list-end" : "list-cell";
          const Arrow = sorted === "ascending" ? ArrowUp : ArrowDown;
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
                onClick={() => address.change({ sort: getNextSort(sort, word), page: 1 })}
              >
                <span className="list-sort-title">{t(title)}</span>
                <span className="list-arrow">{sorted !== "none" && <Arrow size={12} aria-hidden="true" />}</span>
              </button>
            </div>
          );
        })}
        {hasMenu && (
          <div role="columnheader" className="list-cell list-more">
            <span className="visually-hidden">{t("list.row.actions")}</span>
          </div>
        )}
      </div>
    </div>
  );
}
