import Ellipsis from "lucide-react/icons/ellipsis";
import X from "lucide-react/icons/x";
import { BlockableAction } from "#src/kit/ui/action/action-button.tsx";
import { Button } from "#src/kit/ui/button.tsx";
import { Dialog } from "#src/kit/ui/dialog.tsx";
import { IconButton } from "#src/kit/ui/icon-button.tsx";
import type { MenuItem } from "#src/kit/ui/menu.tsx";
import { Menu } from "#src/kit/ui/menu.tsx";
import { useList } from "./list-context.ts";
import type { AnyAction } from "./list-definition.ts";

/** Actions on rows that are buttons of their own; further ones stand in a menu. */
const mostButtons = 4;
const mostButtonsNarrow = 2;

/** Appears with a selection: how many rows are selected, how many of them the list does not show now, and the actions that have a meaning for one of them. */
export function SelectionBar() {
  const { t, isNarrow, table, chosen, getNotShown, actions } = useList();
  const rows = chosen();
  const notShown = getNotShown();
  const ofRows = actions.ofRows.filter((action) => rows.some((row) => actions.isMeant(action, row)));
  const most = isNarrow ? mostButtonsNarrow : mostButtons;
  const shown = ofRows.length > most ? ofRows.slice(0, most - 1) : ofRows;
  const rest = ofRows.slice(shown.length);
  return (
    <div className={rows.length === 0 ? "list-selection" : "list-selection list-selection-open"}>
      <span className="list-count number" role="status">
        {rows.length > 0 &&
          (notShown > 0
            ? t("list.selection.countPartly", { count: rows.length, notShown })
            : t("list.selection.count", { count: rows.length }))}
      </span>
      {shown.map((action) => (
        <ActionButton key={action.id} action={action} />
      ))}
      <MoreActions items={rest.map((action) => actions.itemOf(action))} />
      {rows.length > 0 && (
        <IconButton
          label={t("list.selection.clear")}
          icon={<X size={16} aria-hidden="true" />}
          onPress={() => table.resetRowSelection(true)}
        />
      )}
    </div>
  );
}

/** The menu of further actions; nothing without any. */
export function MoreActions({ items }: { items: readonly MenuItem[] }) {
  const { t } = useList();
  const label = t("list.action.more");
  if (items.length === 0) return null;
  return <Menu label={label} items={items} trigger={<IconButton label={label} icon={<Ellipsis size={16} aria-hidden="true" />} />} />;
}

/** An action as a button: pending while it goes on, disabled with the reason where the rows do not allow it. */
export function ActionButton({ action, tone }: { action: AnyAction; tone?: "primary" }) {
  const { t, actions } = useList();
  const reason = actions.getReason(action);
  const ownTone = action.isPrimary === true ? "primary" : action.isDangerous === true ? "danger" : "normal";
  const press = {
    isPending: actions.busy.has(action.id),
    "aria-keyshortcuts": action.shortcut === undefined ? undefined : `Alt+${action.shortcut.toUpperCase()}`,
    onPress: () => actions.begin(action),
  };
  return (
    <BlockableAction reason={reason}>
      {(blocked) => (
        <Button tone={reason === null ? (tone ?? ownTone) : "normal"} {...(reason === null ? press : blocked)}>
          {t(action.label)}
        </Button>
      )}
    </BlockableAction>
  );
}

/** Asks before an action is done, with the number of rows, and the name of a single one: it may not be in sight. */
export function ConfirmAction() {
  const { t, actions } = useList();
  if (actions.question === null) return null;
  const { action, rows, name, leftOut } = actions.question;
  return (
    <Dialog
      title={t(action.label)}
      closeText={t("list.action.keep")}
      onClose={() => actions.answer(false)}
      actions={
        <Button tone={action.isDangerous === true ? "danger" : "primary"} onPress={() => actions.answer(true)}>
          {t(action.label)}
        </Button>
      }
    >
      {name !== "" && <p className="quiet">{name}</p>}
      {action.confirm !== undefined && <p>{t(action.confirm, { count: rows.length })}</p>}
      {leftOut !== "" && <p className="quiet">{leftOut}</p>}
    </Dialog>
  );
}
