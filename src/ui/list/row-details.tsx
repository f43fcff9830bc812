import { Dialog } from "#src/ui/dialog.tsx";
import { useList } from "./list-context.ts";
import { nameOf } from "./list-definition.ts";

/** All that the columns say of a row, where it has but two lines. */
export function RowDetails({ row, onClose }: { row: unknown; onClose: () => void }) {
  const { shape, columns, t, locale } = useList();
  return (
    <Dialog title={nameOf(shape, row, 0, { t, locale })} closeText={t("ui.close")} actions={null} onClose={onClose}>
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
