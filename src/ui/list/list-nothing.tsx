import { Button } from "antd";
import { EmptyState } from "#src/ui/notice.tsx";
import type { ActionsState } from "./use-actions.ts";
import type { ListModel } from "./use-list-model.ts";

/** A list without rows: nothing for these filters, or nothing at all, with what to do now. */
export function Nothing({ model, actions }: { model: ListModel; actions: ActionsState }) {
  const { t, shape, address } = model;
  if (Object.keys(address.url.filters).length > 0)
    return (
      <div className="list-nothing">
        <EmptyState
          line={t("list.nothingFits")}
          action={<Button onClick={() => address.change({ filters: {}, page: 1 })}>{t("list.filters.clear")}</Button>}
        />
      </div>
    );
  const action = actions.ofList.find(({ id }) => id === shape.empty.action);
  const button =
    action === undefined ? undefined : (
      <Button type="primary" icon={action.icon} loading={actions.busy.has(action.id)} onClick={() => actions.begin(action)}>
        {t(action.label)}
      </Button>
    );
  return (
    <div className="list-nothing">
      <EmptyState line={t(shape.empty.text)} action={button} />
    </div>
  );
}
