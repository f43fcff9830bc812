import Ellipsis from "lucide-react/icons/ellipsis";
import X from "lucide-react/icons/x";
import { BlockableAction } from "#src/ui/action/action-button.tsx";
import { Button } from "#src/ui/button.tsx";
import { IconButton } from "#src/ui/icon-button.tsx";
import { Menu } from "#src/ui/menu.tsx";
import type { AnyAction } from "./list-definition.ts";
import { itemOf } from "./row-menu.tsx";
import type { ActionsState } from "./use-actions.ts";
import type { ListModel } from "./use-list-model.ts";

/** Actions on rows that are buttons of their own; further ones stand in a menu. */
const mostButtons = 4;
const mostButtonsNarrow = 2;

interface BarProps {
  readonly model: ListModel;
  readonly actions: ActionsState;
}

/** Appears with a selection: how many rows are selected, and the actions that have a meaning for one of them. */
export function SelectionBar({ model, actions }: BarProps) {
  const { t, isNarrow, table } = model;
  const chosen = model.chosen();
  const ofRows = actions.ofRows.filter((action) => chosen.some((row) => actions.isMeant(action, row)));
  const most = isNarrow ? mostButtonsNarrow : mostButtons;
  const shown = ofRows.length > most ? ofRows.slice(0, most - 1) : ofRows;
  const rest = ofRows.slice(shown.length);
  const count = chosen.length === 0 ? "" : t("list.selection.count", { count: chosen.length });
  return (
    <div className={chosen.length === 0 ? "list-selection" : "list-selection list-selection-open"}>
      <span className="list-count number" role="status">
        {count}
      </span>
      {chosen.length > 0 && (
        <>
          {shown.map((action) => (
            <ActionButton key={action.id} action={action} model={model} actions={actions} />
          ))}
          {rest.length > 0 && (
            <Menu
              label={t("list.action.more")}
              items={rest.map((action) => itemOf(action, model, actions))}
              trigger={<IconButton label={t("list.action.more")} icon={<Ellipsis size={16} aria-hidden="true" />} />}
            />
          )}
          <IconButton
            label={t("list.selection.clear")}
            icon={<X size={16} aria-hidden="true" />}
            onPress={() => table.resetRowSelection(true)}
          />
        </>
      )}
    </div>
  );
}

interface ActionProps extends BarProps {
  readonly action: AnyAction;
  readonly tone?: "primary";
}

/** An action as a button: pending while it goes on, disabled with the reason where the rows do not allow it. */
export function ActionButton({ action, model: { t }, actions, tone }: ActionProps) {
  const reason = actions.getReason(action);
  const isBlocked = reason !== null;
  const press = {
    isPending: actions.busy.has(action.id),
    "aria-keyshortcuts": action.shortcut === undefined ? undefined : `Alt+${action.shortcut.toUpperCase()}`,
    onPress: () => actions.begin(action),
  };
  return (
    <BlockableAction reason={reason}>
      {(blocked) => (
        <Button
          tone={
            isBlocked ? "normal" : (tone ?? (action.isPrimary === true ? "primary" : action.isDangerous === true ? "danger" : "normal"))
          }
          {...(isBlocked ? blocked : press)}
        >
          {action.icon}
          {t(action.label)}
        </Button>
      )}
    </BlockableAction>
  );
}
