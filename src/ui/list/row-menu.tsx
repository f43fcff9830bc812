import { Button } from "react-aria-components/Button";
import type { MenuItem } from "#src/ui/menu.tsx";
import { Menu } from "#src/ui/menu.tsx";
import { nameOf } from "./list-definition.ts";
import type { AnyAction } from "./list-definition.ts";
import type { Keyed } from "./selection.rules.ts";
import type { ActionsState } from "./use-actions.ts";
import type { ListModel } from "./use-list-model.ts";

/** For which row a menu is open, and where: its right upper corner in px of the window. */
export interface MenuPlace {
  readonly row: Keyed;
  readonly index: number;
  readonly x: number;
  readonly y: number;
}

interface RowMenuProps {
  readonly place: MenuPlace;
  readonly model: ListModel;
  readonly actions: ActionsState;
  readonly onDetails: (row: Keyed) => void;
  readonly onClose: () => void;
}

/** An action as an entry of a menu, for the rows given or those chosen. */
export function itemOf(action: AnyAction, { t }: ListModel, actions: ActionsState, rows?: readonly Keyed[]): MenuItem {
  return {
    id: action.id,
    text: t(action.label),
    icon: action.icon,
    ...(action.isDangerous === true ? { tone: "danger" as const } : {}),
    ...(action.shortcut === undefined ? {} : { shortcut: `Alt+${action.shortcut.toUpperCase()}` }),
    reason: actions.getReason(action, rows),
    choose: () => actions.begin(action, rows),
  };
}

/** What can be done with one row, whatever else is selected. Actions without a meaning for it are left out, unless none would be left. */
export function RowMenu({ place: { row, index, x, y }, model, actions, onDetails, onClose }: RowMenuProps) {
  const { shape, t, locale, isNarrow } = model;
  const fitting = actions.ofRows.filter((action) => actions.isMeant(action, row));
  const items = (fitting.length > 0 ? fitting : actions.ofRows).map((action) => itemOf(action, model, actions, [row]));
  if (isNarrow) items.unshift({ id: "details", text: t("list.row.details"), choose: () => onDetails(row) });
  return (
    <Menu
      label={t("list.row.more", { name: nameOf(shape, row[1], index, { t, locale }) })}
      items={items}
      placement="bottom end"
      trigger={<Button aria-hidden="true" excludeFromTabOrder className="list-anchor" style={{ left: x, top: y }} />}
      isOpen
      onOpen={(isOpen) => {
        if (!isOpen) onClose();
      }}
    />
  );
}
