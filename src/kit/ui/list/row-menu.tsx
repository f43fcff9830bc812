import { Dialog } from "#src/kit/ui/dialog.tsx";
import { PlacedMenu } from "#src/kit/ui/menu.tsx";
import { useList } from "./list-context.ts";
import { getRowName } from "./list-definition.ts";
import type { Keyed } from "./selection.rules.ts";

/** The row whose menu is open, and the lower right corner of its button, in px of the window. */
export interface MenuPosition {
  readonly row: Keyed;
  readonly index: number;
  readonly x: number;
  readonly y: number;
}

interface RowMenuProps {
  readonly place: MenuPosition;
  readonly onDetails: (row: Keyed) => void;
  readonly onClose: () => void;
}

/** What can be done with one row, whatever else is selected. Actions without a meaning for it are left out, unless none would be left. */
export function RowMenu({ place: { row, index, x, y }, onDetails, onClose }: RowMenuProps) {
  const { shape, t, locale, isNarrow, actions } = useList();
  const fitting = actions.ofRows.filter((action) => actions.isMeant(action, row));
  const items = (fitting.length > 0 ? fitting : actions.ofRows).map((action) => actions.itemOf(action, [row]));
  if (isNarrow) items.unshift({ id: "details", text: t("list.row.details"), choose: () => onDetails(row) });
  const label = t("list.row.more", { name: getRowName(shape, row[1], index, { t, locale }) });
  return <PlacedMenu label={label} items={items} x={x} y={y} placement="bottom end" onClose={onClose} />;
}

/** All columns of a row, for rows of two lines. */
export function RowDetails({ row, onClose }: { row: unknown; onClose: () => void }) {
  const { shape, columns, t, locale } = useList();
  return (
    <Dialog title={getRowName(shape, row, 0, { t, locale })} closeText={t("ui.close")} actions={null} onClose={onClose}>
      <dl className="list-details">
        {columns.map((column) => (
          <div key={column.id}>
            <dt>{t(column.title)}</dt>
            <dd>{column.render?.(row, { t, locale }) ?? column.text(row, { t, locale })}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
