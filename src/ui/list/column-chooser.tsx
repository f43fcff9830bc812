import { Button } from "antd";
import { useState } from "react";
import { Dialog } from "#src/ui/dialog.tsx";
import { moved, orderedColumns } from "./columns.rules.ts";
import type { ListModel } from "./use-list-model.ts";

/** Which columns are shown, and in which order. Each change shows at once. */
export function ColumnChooser({ model, onClose }: { model: ListModel; onClose: () => void }) {
  const { t, shape, views, setColumns } = model;
  // The order in which they stood at first: what is hidden keeps its line while the dialog is open.
  const [lines, setLines] = useState(() => orderedColumns(shape.columns, views.columns).map(({ column }) => column.id));
  const shown = new Set(model.columns.map(({ id }) => id));
  const show = (ids: readonly string[], isShown: (id: string) => boolean) => {
    const next = ids.filter(isShown);
    if (next.length > 0) setColumns(next);
  };
  const move = (id: string, by: -1 | 1) => {
    const next = moved(lines, id, by);
    setLines([...next]);
    show(next, (one) => shown.has(one));
  };
  const reset = () => {
    setLines(orderedColumns(shape.columns, null).map(({ column }) => column.id));
    setColumns(null);
  };
  return (
    <Dialog
      title={t("list.columns.title")}
      closeText={t("list.columns.done")}
      onClose={onClose}
      actions={<Button onClick={reset}>{t("list.columns.reset")}</Button>}
    >
      <p className="quiet">{t("list.columns.explain")}</p>
      <ul className="list-choices">
        {lines.map((id, place) => {
          const column = shape.columns.find((one) => one.id === id);
          if (column === undefined) return null;
          const title = t(column.title);
          const isShown = shown.has(id);
          return (
            <li key={id} className="list-choice">
              <label className="list-choice-label">
                <input
                  type="checkbox"
                  checked={isShown}
                  // One column has to stay.
                  disabled={isShown && shown.size === 1}
                  onChange={() => show(lines, (one) => (one === id ? !isShown : shown.has(one)))}
                />
                {title}
              </label>
              <Button size="small" disabled={place === 0} aria-label={t("list.columns.up", { title })} onClick={() => move(id, -1)}>
                ↑
              </Button>
              <Button
                size="small"
                disabled={place === lines.length - 1}
                aria-label={t("list.columns.down", { title })}
                onClick={() => move(id, 1)}
              >
                ↓
              </Button>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
