import type { Translate } from "#src/i18n/shown.store.ts";
import { MenuPanel } from "./list-menu.tsx";
import type { Keyed } from "./selection.rules.ts";
import type { ActionsState } from "./use-actions.ts";

/** For which row a menu is open, and where. */
export interface MenuPlace {
  readonly row: Keyed;
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

interface RowMenuProps {
  readonly place: MenuPlace;
  readonly actions: ActionsState;
  readonly t: Translate;
  readonly onClose: () => void;
}

/** What can be done with one row, whatever else is selected. Actions without a meaning for it are left out, unless none would be left. */
export function RowMenu({ place: { row, name, x, y }, actions, t, onClose }: RowMenuProps) {
  const fitting = actions.ofRows.filter((action) => actions.isMeant(action, row));
  const items = (fitting.length > 0 ? fitting : actions.ofRows).map((action) => ({
    id: action.id,
    text: t(action.label),
    icon: action.icon,
    isDangerous: action.isDangerous === true,
    reason: actions.getReason(action, [row]),
    choose: () => actions.begin(action, [row]),
  }));
  return <MenuPanel label={t("list.row.more", { name })} items={items} x={x} y={y} side="right" onClose={onClose} />;
}
