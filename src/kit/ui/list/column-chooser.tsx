import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import { useState } from "react";
import { Button } from "#src/kit/ui/button.tsx";
import { Checkbox } from "#src/kit/ui/checkbox.tsx";
import { Dialog } from "#src/kit/ui/dialog.tsx";
import { IconButton } from "#src/kit/ui/icon-button.tsx";
import { columnState, moved } from "./columns.rules.ts";
import { useList } from "./list-context.ts";

/** Chooses the visible columns and their order; each change applies at once. */
export function ColumnChooser({ onClose }: { onClose: () => void }) {
  const { t, shape, table, views } = useList();
  // The initial order: a hidden column keeps its line while the dialog is open.
  const [lines, setLines] = useState<readonly string[]>(() => table.getAllLeafColumns().map(({ id }) => id));
  const isShown = (id: string) => table.getColumn(id)?.getIsVisible() === true;
  const move = (id: string, by: -1 | 1) => {
    const next = moved(lines, id, by);
    setLines(next);
    views.keep({ columns: next.filter(isShown) });
  };
  const reset = () => {
    setLines(columnState(shape.columns, null).columnOrder);
    views.keep({ columns: null });
  };
  return (
    <Dialog title={t("list.columns.title")} closeText={t("list.columns.done")} onClose={onClose} actions={null}>
      <div className="row row-apart">
        <p className="quiet">{t("list.columns.explain")}</p>
        <Button size="small" onPress={reset}>
          {t("list.columns.reset")}
        </Button>
      </div>
      <ul className="list-choices">
        {lines.map((id, place) => {
          const column = shape.columns.find((one) => one.id === id);
          if (column === undefined) return null;
          const title = t(column.title);
          return (
            <li key={id} className="list-choice">
              <Checkbox
                className="list-choice-name"
                label={title}
                isChecked={isShown(id)}
                // At least one column stays visible.
                isDisabled={isShown(id) && lines.filter(isShown).length === 1}
                onChecked={(isWanted) => views.keep({ columns: lines.filter((one) => (one === id ? isWanted : isShown(one))) })}
              />
              <IconButton
                label={t("list.columns.up", { title })}
                icon={<ArrowUp size={16} aria-hidden="true" />}
                isDisabled={place === 0}
                onPress={() => move(id, -1)}
              />
              <IconButton
                label={t("list.columns.down", { title })}
                icon={<ArrowDown size={16} aria-hidden="true" />}
                isDisabled={place === lines.length - 1}
                onPress={() => move(id, 1)}
              />
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
