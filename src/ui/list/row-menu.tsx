import { Button } from "react-aria-components/Button";
import { Menu } from "#src/ui/menu.tsx";
import { useList } from "./list-context.ts";
import { nameOf } from "./list-definition.ts";
import type { Keyed } from "./selection.rules.ts";

/** For which row a menu is open, and where: its right lower corner in px of the window. */
export interface MenuPlace {
  readonly row: Keyed;
  readonly index: number;
  readonly left: number;
  readonly top: number;
}

interface RowMenuProps {
  readonly place: MenuPlace;
  readonly onDetails: (row: Keyed) => void;
  readonly onClose: () => void;
}

/** What can be done with one row, whatever else is selected. Actions without a meaning for it are left out, unless none would be left. */
export function RowMenu({ place: { row, index, left, top }, onDetails, onClose }: RowMenuProps) {
  const { shape, t, locale, isNarrow, actions } = useList();
  const fitting = actions.ofRows.filter((action) => actions.isMeant(action, row));
  const items = (fitting.length > 0 ? fitting : actions.ofRows).map((action) => actions.itemOf(action, [row]));
  if (isNarrow) items.unshift({ id: "details", text: t("list.row.details"), choose: () => onDetails(row) });
  return (
    <Menu
      label={t("list.row.more", { name: nameOf(shape, row[1], index, { t, locale }) })}
      items={items}
      placement="bottom end"
      trigger={<Button aria-hidden="true" excludeFromTabOrder className="list-anchor" style={{ left, top }} />}
      isOpen
      onOpen={(isOpen) => {
        if (!isOpen) onClose();
      }}
    />
  );
}
