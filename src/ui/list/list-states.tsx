import type { CallProblem } from "#src/api/client.ts";
import { Button } from "#src/ui/button.tsx";
import { EmptyState, Notice } from "#src/ui/notice.tsx";
import { reasonOf } from "./list-problem.ts";
import { ActionButton } from "./selection-bar.tsx";
import type { ActionsState } from "./use-actions.ts";
import type { ListModel } from "./use-list-model.ts";

interface FailedProps {
  readonly model: ListModel;
  readonly problem: CallProblem;
}

/** Why rows did not come, and another try. */
export function Failed({ model: { t, locale, book }, problem }: FailedProps) {
  return (
    <>
      <span>{t("list.failed", { reason: reasonOf(problem, locale) })}</span>
      {problem.code > 0 && <span className="list-code number">{problem.code}</span>}
      <Button tone="plain" onPress={() => book.retry()}>
        {t("list.retry")}
      </Button>
    </>
  );
}

/** A list of which nothing came: why, and another try, instead of rows. */
export function NothingCame({ model: { t, locale, book, address }, problem }: FailedProps) {
  const code = problem.code > 0 ? { code: String(problem.code) } : {};
  return (
    <Notice tone="bad" title={t("list.failed", { reason: reasonOf(problem, locale) })} {...code}>
      <p>{t(problem.kind === "network" ? "list.hint.network" : "list.hint.other")}</p>
      <div className="row">
        <Button onPress={() => book.retry()}>{t("list.retry")}</Button>
        {Object.keys(address.url.filters).length > 0 && <ClearFilters model={{ t, address }} />}
      </div>
    </Notice>
  );
}

function ClearFilters({ model: { t, address } }: { model: Pick<ListModel, "t" | "address"> }) {
  return <Button onPress={() => address.change({ filters: {}, page: 1 })}>{t("list.filters.clear")}</Button>;
}

/** A list without rows: nothing for these filters, or nothing at all, with what to do now. */
export function Nothing({ model, actions }: { model: ListModel; actions: ActionsState }) {
  const { t, shape, address } = model;
  const isFiltered = Object.keys(address.url.filters).length > 0;
  const action = actions.ofList.find(({ id }) => id === shape.empty.action);
  return (
    <div className="list-nothing">
      <EmptyState
        line={t(isFiltered ? "list.nothingFits" : shape.empty.text)}
        action={
          isFiltered ? (
            <ClearFilters model={model} />
          ) : (
            action && <ActionButton action={action} model={model} actions={actions} tone="primary" />
          )
        }
      />
    </div>
  );
}
