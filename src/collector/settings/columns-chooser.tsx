import "./columns-chooser.css";
import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import { useState } from "react";
import type { ColumnId } from "#src/collector/reviews/review-file.contract.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Checkbox } from "#src/kit/ui/checkbox.tsx";
import { IconButton } from "#src/kit/ui/icon-button.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { columnRows, moveColumn, toggleColumn } from "./columns.rules.ts";
import { columnIds } from "#src/collector/reviews/review-file.contract.ts";
import { useSettings } from "./settings.store.ts";

/** The columns of a file and their order: by checkbox, arrows, or dragging. Stored at once. */
export function ColumnsChooser() {
  const { t } = useTranslation();
  const { settings, save } = useSettings();
  const show = useToasts((toasts) => toasts.show);
  const [dragged, setDragged] = useState<ColumnId | null>(null);
  const [over, setOver] = useState<ColumnId | null>(null);
  const [said, setSaid] = useState("");
  const chosen = settings.columns;

  // The current columns, which may be newer than the last render.
  const now = () => useSettings.getState().settings.columns;
  const store = (columns: ColumnId[]) => {
    save({ columns }).catch(() => show("bad", t("settings.failed")));
  };
  const move = (id: ColumnId, place: number) => {
    store(moveColumn(now(), id, place));
    setSaid(t("collect.columns.moved", { column: t(`export.column.${id}`), place: place + 1, total: chosen.length }));
  };
  const toggle = (id: ColumnId) => {
    if (now().length === 1 && now().includes(id)) setSaid(t("collect.columns.least"));
    store(toggleColumn(now(), id));
  };
  const drop = (id: ColumnId) => {
    if (dragged !== null && dragged !== id) move(dragged, chosen.indexOf(id));
    setDragged(null);
    setOver(null);
  };

  return (
    <div className="stack">
      <p className="small quiet">{t("collect.columns.hint")}</p>
      <ul className="columns">
        {columnRows(chosen).map(({ id, chosen: isChosen }, place) => (
          <li
            key={id}
            className={over === id ? "column column-over" : "column"}
            draggable={isChosen}
            onDragStart={() => setDragged(id)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => {
              if (!isChosen) return;
              event.preventDefault();
              setOver(id);
            }}
            onDragLeave={() => setOver(null)}
            onDrop={() => drop(id)}
          >
            <Checkbox label={t(`export.column.${id}`)} isChecked={isChosen} onChecked={() => toggle(id)} />
            {isChosen && (
              <>
                <IconButton
                  label={t("collect.columns.up", { column: t(`export.column.${id}`) })}
                  icon={<ArrowUp size={16} aria-hidden="true" />}
                  isDisabled={place === 0}
                  onClick={() => move(id, place - 1)}
                />
                <IconButton
                  label={t("collect.columns.down", { column: t(`export.column.${id}`) })}
                  icon={<ArrowDown size={16} aria-hidden="true" />}
                  isDisabled={place === chosen.length - 1}
                  onClick={() => move(id, place + 1)}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      <div className="row">
        <Button onClick={() => store([...columnIds])}>{t("collect.columns.all")}</Button>
      </div>
      <p className="small" role="status">
        {said}
      </p>
    </div>
  );
}
