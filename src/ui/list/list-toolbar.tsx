import { Button } from "antd";
import { memo, useState } from "react";
import { BlockedAction } from "../action/action-button.tsx";
import { PlainSelect } from "../plain-select.tsx";
import { ColumnChooser } from "./column-chooser.tsx";
import { ExportMenu, ExportPanel } from "./export-panel.tsx";
import type { AnyAction } from "./list-shape.ts";
import { isUnscrolled } from "./list-memo.ts";
import { MenuButton } from "./list-menu.tsx";
import { nothingSelected } from "./selection.rules.ts";
import type { ActionsState } from "./use-actions.ts";
import type { ExportState } from "./use-export.ts";
import type { ListModel } from "./use-list-model.ts";
import { ViewsMenu } from "./views-menu.tsx";

/** Actions on rows that are buttons of their own; further ones stand in a menu. */
const mostButtons = 4;
const mostButtonsNarrow = 2;

interface ToolbarProps {
  readonly model: ListModel;
  readonly actions: ActionsState;
  readonly exporting: ExportState;
  readonly isNarrow: boolean;
}

/** What can be done: the list's own actions, those on the rows chosen, views, columns and export. */
export const ListToolbar = memo(Toolbar, (a, b) => {
  const isSame = a.isNarrow === b.isNarrow && a.actions.busy === b.actions.busy && a.exporting.phase === b.exporting.phase;
  return isSame && isUnscrolled(a.model, b.model);
});

function Toolbar({ model, actions, exporting, isNarrow }: ToolbarProps) {
  const { t } = model;
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      <div className="list-tools">
        {!isNarrow && <SelectionBar model={model} actions={actions} most={mostButtons} />}
        <div className="list-tools-end">
          {actions.ofList.map((action) => (
            <ActionButton key={action.id} action={action} model={model} actions={actions} />
          ))}
          {isNarrow && <SortChoice model={model} />}
          <ViewsMenu model={model} />
          <Button aria-haspopup="dialog" onClick={() => setChoosing(true)}>
            {t("list.columns.title")}
          </Button>
          <ExportMenu exporting={exporting} t={t} selected={model.selection.size} />
        </div>
      </div>
      <ExportPanel exporting={exporting} t={t} />
      {isChoosing && <ColumnChooser model={model} onClose={() => setChoosing(false)} />}
      {isNarrow && (model.selection.size > 0 || actions.busy.size > 0) && (
        <div className="list-bottom">
          <SelectionBar model={model} actions={actions} most={mostButtonsNarrow} />
        </div>
      )}
    </>
  );
}

interface SelectionProps {
  readonly model: ListModel;
  readonly actions: ActionsState;
  readonly most: number;
}

/**
 * How many rows are selected, and the actions on them. Without a selection they can be pressed, and say what is missing; with one, those that have no
 * meaning for any of its rows are left out.
 */
function SelectionBar({ model, actions, most }: SelectionProps) {
  const { t, selection, setSelection } = model;
  const chosen = model.chosen();
  const ofRows = actions.ofRows.filter((action) => chosen.length === 0 || chosen.some((row) => actions.isMeant(action, row)));
  const shown = ofRows.length > most ? ofRows.slice(0, most - 1) : ofRows;
  const rest = ofRows.slice(shown.length);
  return (
    <div className="list-selection">
      {shown.map((action) => (
        <ActionButton key={action.id} action={action} model={model} actions={actions} />
      ))}
      {rest.length > 0 && (
        <MenuButton
          label={t("list.action.more")}
          isBusy={rest.some(({ id }) => actions.busy.has(id))}
          items={rest.map((action) => ({
            id: action.id,
            text: t(action.label),
            icon: action.icon,
            isDangerous: action.isDangerous === true,
            reason: actions.getReason(action),
            choose: () => actions.begin(action),
          }))}
        />
      )}
      <span className="list-count" role="status">
        {selection.size > 0 && <span className="number">{t("list.selection.count", { count: selection.size })}</span>}
      </span>
      {selection.size > 0 && (
        <button type="button" className="list-link" onClick={() => setSelection(() => nothingSelected)}>
          {t("list.selection.clear")}
        </button>
      )}
    </div>
  );
}

interface ActionProps {
  readonly action: AnyAction;
  readonly model: ListModel;
  readonly actions: ActionsState;
}

function ActionButton({ action, model: { t }, actions }: ActionProps) {
  const reason = actions.getReason(action);
  if (reason !== null)
    return (
      <BlockedAction reason={reason}>
        {(blocked) => (
          <Button {...blocked} icon={action.icon}>
            {t(action.label)}
          </Button>
        )}
      </BlockedAction>
    );
  return (
    <Button
      type={action.isPrimary === true ? "primary" : "default"}
      danger={action.isDangerous === true}
      icon={action.icon}
      loading={actions.busy.has(action.id)}
      aria-keyshortcuts={action.shortcut === undefined ? undefined : `Alt+${action.shortcut.toUpperCase()}`}
      onClick={() => actions.begin(action)}
    >
      {t(action.label)}
    </Button>
  );
}

/** What cards are sorted by: they have no header to press. */
function SortChoice({ model: { t, shape, address } }: { model: ListModel }) {
  const sorts = shape.columns.flatMap(({ sort, title }) =>
    sort === undefined
      ? []
      : [
          { value: sort, text: t("list.sort.up", { title: t(title) }) },
          { value: `-${sort}`, text: t("list.sort.down", { title: t(title) }) },
        ],
  );
  if (sorts.length === 0) return null;
  return (
    <PlainSelect
      className="list-sort-choice"
      aria-label={t("list.sort.label")}
      value={address.url.sort}
      nothing={t("list.sort.own")}
      options={sorts}
      onValue={(sort) => address.change({ sort, page: 1 })}
    />
  );
}
